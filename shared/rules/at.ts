/**
 * The element at an index that must exist: a miss is a bug and throws here, where a default would travel on and surface far away.
 *
 * @throws RangeError where the list has no element at the index
 */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined && !(Number.isInteger(index) && index >= 0 && index < list.length)) {
    throw new RangeError(`No element at index ${index}: the list has ${list.length}.`);
  }
  // In range, `undefined` can only be an element that T itself allows.
  return element as T;
}

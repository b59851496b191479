/**
 * Returns the element at an index that must exist, because a default would hide the bug.
 *
 * @throws RangeError if the index is out of range
 */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined && !(Number.isInteger(index) && index >= 0 && index < list.length)) {
    throw new RangeError(`No element at index ${index}: the list has ${list.length}.`);
  }
  // Within range, `undefined` can only be a valid value of T.
  return element as T;
}

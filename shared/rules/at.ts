/** Returns the element at an index. Throws a RangeError if there is none, because a default would hide the bug. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined && !(Number.isInteger(index) && index >= 0 && index < list.length)) {
    throw new RangeError(`No element at index ${index}: the list has ${list.length}.`);
  }
  return element as T;
}

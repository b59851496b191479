/** A result that some implementations have at once and others must wait for. Always `await` it. */
export type MaybePromise<T> = T | Promise<T>;

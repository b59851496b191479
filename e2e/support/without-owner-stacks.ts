// Setup for window tests. React records a stack trace for every element that it creates, which warnings print. This
// takes a third of the tests' time, so it is turned off. Warnings still name the component.

// React reads this when it is loaded.
Reflect.deleteProperty(console, 'createTask');

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = (await import('react')) as {
  // React's types leave it out.
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object;
};

/** React records no stacks beyond this number per second. */
const MAX_STACKS = 10_000;

if (internals && 'recentlyCreatedOwnerStacks' in internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => MAX_STACKS,
    set: () => undefined,
    configurable: true,
  });
}

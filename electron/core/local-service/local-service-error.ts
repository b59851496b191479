/** The service that Lectern brings could not be started or reached. */
export class LocalServiceError extends Error {
  override readonly name = 'LocalServiceError';
}

// The parts of the service on several machines that the application's gateway (electron/gateway) needs to start.
export { createLogger, stackFrames } from './common/log.ts';
export { GatewayHealth } from './host/gateway-health.ts';
export { openGatewayWork } from './host/gateway-work.ts';
export { UsageError } from './host/options.ts';
export { type GatewayOptions, parseGatewayOptions } from './host/shared-options.ts';
export { SchemaError } from './postgres/migrate.ts';
export { StorageAddressError } from './s3/s3-address.ts';

export const telemetry = {}

// Collects garbage when told to, so that memory that is held can be told from memory that only has not been given back.
process.on('SIGUSR2', () => globalThis.gc?.())

// Collects garbage on request, to distinguish memory in use from memory that has not been returned yet.
process.on('SIGUSR2', () => globalThis.gc?.())

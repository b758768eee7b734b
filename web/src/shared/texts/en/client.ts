export const client = {}

/** How long to wait before a broken stream is opened again. Pure. */

const firstPauseMs = 1_000
const longestPauseMs = 30_000

/**
 * Each pause is twice as long as the last, and varies a little at random, so that clients do not all hit a restarted
 * server at once.
 */
export const pauseMs = (failures: number, random: number): number =>
  Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs) * (0.75 + random / 2)

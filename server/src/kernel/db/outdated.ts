/**
 * Another node has migrated a table under a named statement: PostgreSQL no longer knows it with these columns, and has
 * not begun to run it. Told by the function that says so, because Citus uses the code for much else.
 */
export const isOutdated = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

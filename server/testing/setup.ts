/** The database that test files are cloned from: migrated and seeded, as a first start leaves it. */

import { seedPlans } from '#billing/plans/seed.ts'
import { connect } from '#kernel/db/connect.ts'
import { migrate } from '#kernel/db/migrations/migrate.ts'
import { realClock } from '#kernel/time/clock.ts'
import { createDatabase, prepareTemplate, globalSetup as shareServer, type TestDatabase } from './postgres.ts'

export { globalTeardown } from './postgres.ts'

const seededTemplate = () =>
  prepareTemplate(async (url) => {
    await migrate(url)
    const { db, close } = connect(url, 1)
    await seedPlans({ db, clock: realClock })
    await close()
  })

/** Called by node:test once. The template is created first, so that the seeded one is shared. */
export async function globalSetup(): Promise<void> {
  await seededTemplate()
  await shareServer()
}

export async function createSeededDatabase(): Promise<TestDatabase> {
  return createDatabase(process.env.WAYMARK_TEST_TEMPLATE ?? (await seededTemplate()))
}

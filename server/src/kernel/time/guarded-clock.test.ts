import assert from 'node:assert/strict'
import { after, beforeEach, suite, test } from 'node:test'
import { movableMachine, setDatabaseAhead, shadowDatabaseClock } from '#testing/faults/machine.ts'
import { createDatabase } from '#testing/postgres.ts'
import { connect } from '../db/connect.ts'
import { noteAgreement, readDoubt } from './clock.ts'
import { guardedClock } from './guarded-clock.ts'

const database = await createDatabase()
const before = connect(database.url, 1)
await shadowDatabaseClock(before.db)
await before.close()
const { db, close } = connect(database.url, 2)
after(async () => {
  await close()
  await database.drop()
})

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Never more than a few minutes off, however slow the test machine is. */
const isAbout = (date: Date, expected: number) =>
  assert.ok(Math.abs(date.getTime() - expected) < 10 * minute, `${date.toISOString()} is not about ${expected}`)

beforeEach(async () => {
  await db.updateTable('clock').set({ seenAt: null, doubt: null, doubtedAt: null }).execute()
  await setDatabaseAhead(db, 0)
})

async function opened() {
  const machine = movableMachine()
  const clock = guardedClock(machine)
  /** Another comparison, however recent the last one was. */
  const compare = async () => {
    machine.pass(2_000)
    await clock.refresh(db)
    return clock.doubt() !== undefined
  }
  return { machine, clock, compare }
}

test('clocks that agree change nothing, and are recorded', async () => {
  const { clock, compare } = await opened()
  assert.equal(await compare(), false)
  isAbout(clock.now(), Date.now())
  const { seenAt } = await db.selectFrom('clock').select('seenAt').executeTakeFirstOrThrow()
  isAbout(seenAt!, Date.now())
})

suite('a jump of the machine’s clock is not trusted, in either direction', () => {
  for (const days of [400, -400]) {
    test(`${days} days while it runs`, async () => {
      const { machine, clock, compare } = await opened()
      assert.equal(await compare(), false)
      machine.moveWall(days * day)
      isAbout(clock.now(), Date.now())
      assert.equal(await compare(), true)
      isAbout(clock.now(), Date.now())
      assert.match(clock.doubt()!, /clock of this machine says .* that of the database .*NTP/)
      assert.equal(await readDoubt(db), clock.doubt())
      machine.moveWall(-days * day)
      assert.equal(await compare(), false)
      assert.equal(await readDoubt(db), undefined)
      isAbout(clock.now(), Date.now())
    })

    test(`${days} days from the start on`, async () => {
      const { machine, clock, compare } = await opened()
      machine.moveWall(days * day)
      assert.equal(await compare(), true)
      isAbout(clock.now(), Date.now())
    })

    test(`${days} days, and the steady clock of the process with it`, async () => {
      const { machine, clock, compare } = await opened()
      assert.equal(await compare(), false)
      machine.moveWall(days * day)
      machine.moveSteady(days * day)
      isAbout(clock.now(), Date.now())
      assert.equal(await compare(), true)
      isAbout(clock.now(), Date.now())
    })

    test(`${days} days by the database alone: the machine is trusted, and nothing ends`, async () => {
      const { clock, compare } = await opened()
      assert.equal(await compare(), false)
      await setDatabaseAhead(db, days * day)
      assert.equal(await compare(), true)
      isAbout(clock.now(), Date.now())
      await setDatabaseAhead(db, 0)
      assert.equal(await compare(), false)
    })

    test(`${days} days by machine and database together, until a person accepts it`, async () => {
      const { machine, clock, compare } = await opened()
      assert.equal(await compare(), false)
      machine.moveWall(days * day)
      await setDatabaseAhead(db, days * day)
      assert.equal(await compare(), true)
      assert.match(clock.doubt()!, /was expected.*clock accept/)
      machine.pass(2 * hour)
      await setDatabaseAhead(db, days * day + 2 * hour)
      assert.equal(await compare(), true, 'no time makes so large a jump right')
      await noteAgreement(db)
      assert.equal(await compare(), false)
    })

    test(`${days} days since its last run are not trusted at the start`, async () => {
      await noteAgreement(db)
      const { machine, compare } = await opened()
      machine.moveWall(days * day)
      await setDatabaseAhead(db, days * day)
      assert.equal(await compare(), true)
      await setDatabaseAhead(db, 0)
      machine.moveWall(-days * day)
      assert.equal(await compare(), false)
    })
  }
})

test('a clock that was corrected by an hour is trusted after an hour has passed', async () => {
  const { machine, compare } = await opened()
  assert.equal(await compare(), false)
  machine.moveWall(hour)
  await setDatabaseAhead(db, hour)
  assert.equal(await compare(), true)
  machine.pass(hour)
  await setDatabaseAhead(db, 2 * hour)
  assert.equal(await compare(), false)
})

test('an installation that was off for a week, or asleep for a day, continues at once', async () => {
  await noteAgreement(db)
  const { machine, compare } = await opened()
  machine.moveWall(7 * day)
  await setDatabaseAhead(db, 7 * day)
  assert.equal(await compare(), false)
  machine.pass(day)
  await setDatabaseAhead(db, 8 * day)
  assert.equal(await compare(), false)
})

test('a process that is idle for long does not drift from the database’s time', async () => {
  const { machine, clock, compare } = await opened()
  assert.equal(await compare(), false)
  machine.moveSteady(hour)
  isAbout(clock.now(), Date.now())
})

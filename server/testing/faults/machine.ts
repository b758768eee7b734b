/** A machine whose clocks can be moved separately, with a real database whose clock can be moved too. */
import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import type { Machine } from '#kernel/time/guarded-clock.ts'

export interface MovableMachine extends Machine {
  moveWall(ms: number): void
  /** What a program that fakes all clocks of the process does. */
  moveSteady(ms: number): void
  /** Time passes for every clock of the machine; the database's is moved by `setDatabaseAhead`. */
  pass(ms: number): void
}

export function movableMachine(): MovableMachine {
  let [wall, steady, boot] = [0, 0, 0]
  return {
    wall: () => Date.now() + wall,
    steady: () => performance.now() + steady,
    sinceBoot: () => performance.now() + boot,
    moveWall: (ms) => {
      wall += ms
    },
    moveSteady: (ms) => {
      steady += ms
    },
    pass: (ms) => {
      wall += ms
      steady += ms
      boot += ms
    },
  }
}

/** Puts our own clock in front of the database's, for new connections. */
export async function shadowDatabaseClock(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql`create schema shadow`.execute(db)
  await sql`create table shadow.jump (ms double precision)`.execute(db)
  await sql`insert into shadow.jump values (0)`.execute(db)
  await sql`
    create function shadow.clock_timestamp() returns timestamptz language sql volatile as $$
      select pg_catalog.clock_timestamp() + ms * interval '1 millisecond' from shadow.jump $$`.execute(db)
  await sql`alter database ${sql.id(rows[0]!.name)} set search_path = shadow, pg_catalog, public`.execute(db)
}

/** Offset from real time; 0: it is right. */
export async function setDatabaseAhead(db: Db, ms: number): Promise<void> {
  await sql`update shadow.jump set ms = ${ms}`.execute(db)
}

/** The rows of a statement: ``rowsOf<Trip>(db)`select …` ``. */
import { sql } from 'kysely'
import type { Db } from './transaction.ts'

type Statement<Answer> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Answer>

export const rowsOf =
  <Row>(db: Db): Statement<Row[]> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows

export const firstRow =
  <Row>(db: Db): Statement<Row | undefined> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows[0]

/** The answer of ``countOf(db)`select count(*) from …` ``, a statement that always has one row. */
export const countOf =
  (db: Db): Statement<number> =>
  async (text, ...values) =>
    (await sql<{ count: number }>(text, ...values).execute(db)).rows[0]!.count

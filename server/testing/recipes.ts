/**
 * How to make a valid request for every row of the route table. Tests over the whole table use these, and fail for a
 * new row until it has a recipe.
 */

import type { Row, Sample } from './checks/rows.ts'
import { accountsRecipes } from './recipes/accounts.ts'
import { businessRecipes } from './recipes/business.ts'
import { clientInvoiceRecipes } from './recipes/client-invoices.ts'
import { moneyRecipes } from './recipes/money.ts'
import { unitsRecipes } from './recipes/units.ts'
import type { Recipe, World } from './world.ts'

const recipes: Readonly<Record<string, Recipe>> = {
  ...accountsRecipes,
  ...unitsRecipes,
  ...moneyRecipes,
  ...clientInvoiceRecipes,
  ...businessRecipes,
}

export const recipeKeys: readonly string[] = Object.keys(recipes)

type Samples = readonly [Sample, ...Sample[]]

/** Valid requests of a row, for things that exist in this world; what a call uses up is created only for it. */
export async function samplesOf(row: Row, world: World): Promise<Samples> {
  const recipe = recipes[row.key]
  if (!recipe) throw new Error(`${row.key} has no recipe. Write one in server/testing/recipes.`)
  await verifyAgain(world)
  return (await recipe(world)) as Samples
}

/** The same, made once for each row: for tests that make sure not to use them up. */
export function keptSamples(): typeof samplesOf {
  const kept = new Map<Row, Samples>()
  return async (row, world) => {
    const known = kept.get(row)
    if (known) await verifyAgain(world)
    const samples = known ?? (await samplesOf(row, world))
    kept.set(row, samples)
    return samples
  }
}

/** An earlier recipe may have changed the billing details, which removes their verification. */
async function verifyAgain({ api: { ctx }, caller: { dealer } }: World): Promise<void> {
  const ofDealer = ctx.db.selectFrom('paymentInfos').select('verified').where('dealerId', '=', dealer)
  if ((await ofDealer.executeTakeFirst())?.verified !== false) return
  await ctx.db.updateTable('paymentInfos').set({ verified: true }).where('dealerId', '=', dealer).execute()
}

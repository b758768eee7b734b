/** The latest measured costs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Costs } from './plan.ts'

export const costsFile = join(import.meta.dirname, 'costs.json')

export const readCosts = (): Costs => JSON.parse(readFileSync(costsFile, 'utf8')) as Costs

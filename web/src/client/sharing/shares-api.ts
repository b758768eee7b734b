import { get } from '../client-api.ts'

export interface Share {
  readonly id: string
  readonly link: string
  readonly title: string | null
  readonly units: readonly number[]
  readonly until: number
  readonly show_trail: boolean
  /** Its time is over. */
  readonly ended: boolean
  readonly opened: number
  readonly last_opened: number | null
}

export const listShares = (signal: AbortSignal): Promise<readonly Share[]> => get('/shares', signal)
export const unitsMax = 50

/** What a client's page asks, and the shapes of the answers as far as a page shows them. */

import { type Answer, type AskOptions, type ask, askWhole, Refused } from '../shared/api.ts'
import type { Company } from '../shared/CompanyCard.tsx'
import type { Position, Telemetry } from '../shared/units/snapshot.ts'

export type { Company }

export interface BlockedBill {
  readonly id: string
  readonly name: string
  readonly amount_total: number
  readonly currency: string
  readonly url: string | null
}

export interface Blocked {
  readonly since: number | null
  readonly reason: string | null
  readonly company: Company | null
  readonly bills: readonly BlockedBill[]
}

export type SessionKind = 'client' | 'service' | 'service_as_user'

/** What the dealer has set to be known by. */
export interface Brand {
  readonly logo: string | null
  readonly colour: string | null
}

export interface Me {
  readonly account: {
    readonly id: number
    readonly title: string
    readonly reg_apps: readonly string[]
    /** 10: run by the dealer; null: the client's own. */
    readonly type: number | null
  }
  readonly user: {
    readonly id: string
    readonly name: string
    readonly email: string | null
    readonly lang: string | null
  }
  readonly plans: readonly Plan[]
  readonly modules: readonly string[]
  readonly service_apps: readonly string[]
  readonly company: Company
  readonly brand: Brand
  readonly session: {
    readonly kind: SessionKind
    readonly dealer?: string | null
    readonly expires_at: number
  }
  readonly next_payment: number | null
  readonly two_factor: boolean
}

export interface Plan {
  /** Null: of a subscription, which is known by its name. */
  readonly id: string | null
  readonly app_id: string
  readonly name: string
  readonly description: string | null
  readonly quotas: Readonly<Record<string, number>>
  readonly usage: Readonly<Record<string, number>>
}

export interface Unit {
  readonly id: number
  readonly name: string
  readonly ident: string
  readonly description: string
  readonly last_active: number | null
  /** In tags_app alone. */
  readonly type?: 'asset' | 'sensor' | 'gateway' | null
  /** What people have noted of it (extra/extra.ts). */
  readonly extra_data: readonly unknown[] | null
}

export type { Position, Telemetry }

export interface Bill {
  readonly id: string
  readonly metadata: { readonly name: string }
  readonly status: 'open' | 'complete' | 'expired'
  readonly amount_total: number
  readonly currency: string
  readonly created: number
  readonly url: string | null
}

export interface Visit {
  readonly at: number
  readonly until: number
  readonly dealer: string
  readonly prefix: string
  readonly app_id: string
  readonly acts: readonly {
    readonly at: number
    readonly action: string
    readonly subject: string
    readonly count: number
  }[]
}

export interface Invitation {
  readonly id: string
  readonly dealer: string
  readonly app_id: string
  readonly created_at: number
  readonly expires_at: number
}

export interface Session {
  readonly id: string
  readonly created_at: number
  readonly last_used_at: number | null
  readonly expires_at: number
  readonly address: string | null
  readonly agent: string | null
  readonly current: boolean
}

export interface Group {
  readonly id: string
  readonly name: string
  readonly unit_ids: readonly number[]
}

export interface Boundary {
  readonly rule: string
  readonly seconds: number | null
  readonly message_at: number
  readonly why: string
}

export interface Trip {
  readonly id: string
  readonly unit_id: number
  readonly kind: 'trip' | 'stop' | 'gap'
  readonly from: number
  readonly to: number
  readonly from_place: Position
  readonly duration: number
  readonly distance: number
  readonly max_speed: number
  readonly average_speed: number
  readonly idle_seconds: number
  readonly quality: number
  /** It goes on. */
  readonly open: boolean
  readonly began: Boundary
  readonly ended: Boundary | null
  readonly revised_at: number | null
}

/** Time, latitude, longitude, and the speed if it was told. */
export type TrackPoint = readonly [at: number, latitude: number, longitude: number, speed: number | null]
export type Sample = readonly [at: number, value: number]

export interface Timeline {
  readonly unit_id: number
  readonly trips: readonly Trip[]
  readonly track: readonly TrackPoint[]
  readonly series: Readonly<Record<string, readonly Sample[]>>
}

export interface Figures {
  readonly distance: number
  readonly moving_seconds: number
  readonly idle_seconds: number
  readonly stop_seconds: number
  readonly max_speed: number
  readonly average_speed: number
  readonly trips: number
}

export type Period = 'day' | 'week' | 'month'

export interface Statistics {
  readonly tz: string
  readonly by: Period
  readonly periods: readonly (Figures & { readonly date: string; readonly from: number })[]
  readonly total: Figures
  readonly units: readonly {
    readonly unit_id: number
    readonly total: Figures
    readonly periods: readonly Figures[]
  }[]
}

export interface Fuel {
  readonly parameter: string | null
  readonly unit: string | null
  readonly level: readonly Sample[]
  readonly events: readonly {
    readonly kind: 'filling' | 'drain'
    readonly at: number
    readonly amount: number
    readonly level_before: number
    readonly level_after: number
  }[]
  readonly distance: number
  readonly consumed: {
    readonly amount: number
    readonly unit: string
    readonly counted: boolean
    readonly per_100_km: number | null
  } | null
}

export interface AvailableCommand {
  readonly type: string
  readonly dangerous: boolean
  readonly answered: boolean
}

export interface Command {
  readonly id: string
  readonly type: string
  readonly params: { readonly seconds?: number; readonly host?: string; readonly port?: number }
  readonly text: string | null
  readonly state: 'queued' | 'sent' | 'acknowledged' | 'failed' | 'expired' | 'cancelled'
  readonly queued_at: number
  readonly expires_at: number
  readonly answer: string | null
  readonly failure: string | null
  readonly failure_code: string | null
}

/** Why somebody stands at the login again; only these words are taken from an address. */
export type Why = 'ended' | 'out' | 'password' | 'service'

/** The place in the application goes with it, so that whoever logs in again is there again. */
export const goToLogin = (why?: Why): void =>
  window.location.assign(`/login${why ? `?why=${why}` : ''}${why === 'out' ? '' : window.location.hash}`)

/** Which sentence fits when the session is over, which the live stream may say before anybody else. */
let whyEnded: Why = 'ended'
export const sayAtEnd = (why: Why): void => {
  whyEnded = why
}

export const endHere = (): void => goToLogin(whyEnded)

/** What a page offered was refused: its plan may have changed since it was loaded. */
let hearRefusal: () => void = () => {}
export const whenForbidden = (hear: () => void): void => {
  hearRefusal = hear
}

/** For pages behind the login: when the session is over, there is nothing more to show here. */
async function asClient<T>(
  method: Parameters<typeof ask>[0],
  path: string,
  body?: object,
  options?: AskOptions,
): Promise<Answer<T>> {
  try {
    return await askWhole<T>(method, `/client${path}`, body, options)
  } catch (error) {
    if (error instanceof Refused && error.status === 403) hearRefusal()
    if (!(error instanceof Refused) || error.status !== 401 || error.code === 'INVALID_CREDENTIALS') throw error
    endHere()
    // The page is being left; nobody waits for this any more.
    return new Promise(() => {})
  }
}

export const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await asClient<T>('GET', path, undefined, { signal })).body

/** A part of a long list, and where the next one begins, if there is one. */
export interface Paged<T> {
  readonly items: readonly T[]
  readonly next: string | undefined
}

export async function getPage<T>(path: string, signal?: AbortSignal): Promise<Paged<T>> {
  const { body, headers } = await asClient<readonly T[]>('GET', path, undefined, { signal })
  return { items: body, next: headers.get('x-next-cursor') ?? undefined }
}

export const change = async <T = unknown>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> => (await asClient<T>(method, path, body)).body

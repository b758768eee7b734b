/** What the page of notifications asks, and the shapes of the answers. */
import { change, get, getPage, type Paged } from '../client-api.ts'

export type Said = number | boolean | string
export type ConditionType = 'alarm' | 'geofence' | 'parameter' | 'silence' | 'idle' | 'parked' | 'service'
export type Comparison = 'above' | 'below' | 'outside' | 'within' | 'is'

/** Which fields there are depends on the type. */
export interface Condition {
  readonly type: ConditionType
  readonly alarms?: readonly string[]
  readonly crossings?: readonly ('enter' | 'leave')[]
  readonly geofence_ids?: readonly string[]
  readonly parameter?: string
  readonly comparison?: Comparison
  readonly value?: Said | null
  readonly low?: number | null
  readonly high?: number | null
  readonly seconds?: number
  readonly minutes?: number
  readonly state?: 'due' | 'soon'
}

export interface Hours {
  readonly days: readonly number[]
  readonly from: string
  readonly to: string
}

export interface Rule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly condition: Condition
  readonly tz: string
  readonly schedule: (Hours & { readonly outside: boolean }) | null
  readonly quiet: (Hours & { readonly meanwhile: 'hold' | 'page' }) | null
  readonly for_all: boolean
  readonly unit_ids: readonly number[]
  readonly group_ids: readonly string[]
  readonly channel_ids: readonly string[]
  /** Modules that it needs and the plan lacks. */
  readonly resting: readonly string[]
}

export type RuleBody = Omit<Rule, 'id' | 'resting' | 'enabled'>

export interface Channel {
  readonly id: string
  readonly kind: 'mail' | 'webhook' | 'messenger'
  readonly name: string
  readonly address: string | null
  readonly url: string | null
  readonly enabled: boolean
  readonly disabled_reason: string | null
  readonly confirmed: boolean
  readonly failing_since: number | null
  readonly last_failure: string | null
  readonly last_success_at: number | null
}

export interface Tested {
  readonly channel_id: string
  readonly channel_name: string
  readonly kind: Channel['kind']
  readonly ok: boolean
  readonly failure: string | null
}

export interface Delivery {
  readonly channel_id: string
  readonly channel_name: string
  readonly state: 'waiting' | 'posted' | 'delivered' | 'failed' | 'dropped'
  readonly failure: string | null
}

export interface Notification {
  readonly id: string
  readonly kind: string
  readonly unit_id: number | null
  readonly rule_id: string | null
  readonly rule_name: string
  readonly at: number
  readonly shown_at: number
  readonly facts: {
    readonly condition: Condition | null
    readonly unit_name: string | null
    readonly geofence_name: string | null
    readonly seen_before: number | null
    readonly first_value: Said | null
    readonly later_value: Said | null
    readonly service_name: string | null
  }
  readonly telling: 'now' | 'held' | 'page' | 'late' | 'test'
  readonly deliveries: readonly Delivery[]
  readonly created_at: number
  readonly acknowledged_at: number | null
  readonly withdrawn_at: number | null
}

export const listNotifications = (limit: number, isNew: boolean, signal: AbortSignal): Promise<Paged<Notification>> =>
  getPage(
    `/notifications?${new URLSearchParams({ limit: String(limit), ...(isNew && { acknowledged: 'false' }) })}`,
    signal,
  )

export const countUnread = (signal: AbortSignal): Promise<{ count: number }> => get('/notifications/unread', signal)
export const see = (id: string): Promise<Notification> => change('PUT', `/notifications/${id}/acknowledged`)
export const seeAll = (until: number): Promise<unknown> => change('PUT', '/notifications/acknowledged', { until })

export const listRules = (signal: AbortSignal): Promise<readonly Rule[]> => get('/notification-rules', signal)
export const createRule = (rule: RuleBody): Promise<Rule> => change('POST', '/notification-rules', rule)
export const changeRule = (id: string, rule: Partial<RuleBody> & { enabled?: boolean }): Promise<Rule> =>
  change('PATCH', `/notification-rules/${id}`, rule)
export const removeRule = (id: string): Promise<unknown> => change('DELETE', `/notification-rules/${id}`)
export const testRule = (id: string): Promise<readonly Tested[]> => change('POST', `/notification-rules/${id}/test`)

export const listChannels = (signal: AbortSignal): Promise<readonly Channel[]> => get('/notification-channels', signal)
export const createChannel = (channel: object): Promise<Channel & { secret: string | null }> =>
  change('POST', '/notification-channels', channel)
export const changeChannel = (id: string, channel: { enabled: boolean }): Promise<Channel> =>
  change('PATCH', `/notification-channels/${id}`, channel)
export const removeChannel = (id: string): Promise<unknown> => change('DELETE', `/notification-channels/${id}`)
export const confirmChannel = (id: string, code: string): Promise<Channel> =>
  change('PUT', `/notification-channels/${id}/confirmed`, { code })
export const askForCode = (id: string): Promise<Channel> => change('POST', `/notification-channels/${id}/code`)
export const testChannel = (id: string): Promise<Tested> => change('POST', `/notification-channels/${id}/test`)

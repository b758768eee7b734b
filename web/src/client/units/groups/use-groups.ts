import { type Asked, useAsked } from '../../../shared/api.ts'
import { type Group, get } from '../../client-api.ts'

const listGroups = (signal: AbortSignal) => get<readonly Group[]>('/groups', signal)

export const useGroups = (): [Asked<readonly Group[]>, reload: () => Promise<void>] => useAsked(listGroups)

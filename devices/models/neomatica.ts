import type { Model } from '../model.ts'

export const neomatica: readonly Model[] = [
  { id: 5301, title: 'ADM300', tags: ['vehicle'], protocol: 'adm' },
  { id: 5302, title: 'ADM700', tags: ['vehicle'], protocol: 'adm' },
]

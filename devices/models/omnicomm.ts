import type { Model } from '../model.ts'

export const omnicomm: readonly Model[] = [
  { id: 5501, title: 'Profi 2.0', tags: ['vehicle'], protocol: 'egts' },
  { id: 5502, title: 'Optim 2.0', tags: ['vehicle'], protocol: 'egts' },
  { id: 5503, title: 'Profi 3.0', tags: ['vehicle'], protocol: 'egts' },
  { id: 5504, title: 'Optim 3.0', tags: ['vehicle'], protocol: 'egts' },
]

import type { Model } from '../model.ts'

export const minifinder: readonly Model[] = [
  { id: 2801, title: 'Nano', tags: ['common'], protocol: 'minifinder2' },
  { id: 2802, title: 'Rex', tags: ['pets'], protocol: 'minifinder2' },
]

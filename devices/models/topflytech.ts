import type { Model } from '../model.ts'

export const topflytech: readonly Model[] = [
  { id: 2301, title: 'T8608', tags: ['vehicle'], protocol: 't800x' },
  { id: 2302, title: 'T8803 Pro', tags: ['vehicle'], protocol: 't800x' },
  { id: 2303, title: 'T8806', tags: ['vehicle'], protocol: 't800x' },
  { id: 2304, title: 'TLD2-L', tags: ['vehicle'], protocol: 't800x' },
  { id: 2305, title: 'TLW2-12B', tags: ['vehicle'], protocol: 't800x' },
  { id: 2306, title: 'TLW2-2BL', tags: ['vehicle'], protocol: 't800x' },
  { id: 2307, title: 'PioneerX 100', tags: ['vehicle'], protocol: 't800x' },
  { id: 2308, title: 'TorchX 100', tags: ['vehicle'], protocol: 't800x' },
  { id: 2309, title: 'TLP1-SF', tags: ['common'], protocol: 't800x' },
  { id: 2310, title: 'TLP2-SFB', tags: ['common'], protocol: 't800x' },
  { id: 2311, title: 'KnightX 100', tags: ['common'], protocol: 't800x' },
  { id: 2312, title: 'SolarX 110', tags: ['common'], protocol: 't800x' },
  { id: 2313, title: 'SolarGuardX 100', tags: ['common'], protocol: 't800x' },
]

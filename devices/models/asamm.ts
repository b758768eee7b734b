import type { Model } from '../model.ts'

export const asamm: readonly Model[] = [{ id: 4901, title: 'Locus Map', tags: ['mobile'], protocol: 'osmand' }]

import type { Model } from '../model.ts'

export const osmand: readonly Model[] = [{ id: 4701, title: 'OsmAnd', tags: ['mobile'], protocol: 'osmand' }]

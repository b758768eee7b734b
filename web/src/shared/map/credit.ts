/** Names the owners of a map's data, at its edge. */
import { AttributionControl, type Map as GlMap } from 'maplibre-gl'
import type { Base } from './base.ts'
import { credit } from './streets/street-layers.ts'

/** Natural Earth is in the public domain. The owner of anything else must be named. */
export function addCredit(map: GlMap, { styleUrl, streets, credit: owner }: Base): void {
  if (styleUrl === null && streets === null && owner === null) return
  const customAttribution = owner === null ? [] : [credit(owner)]
  map.addControl(new AttributionControl({ compact: true, customAttribution }), 'bottom-right')
}

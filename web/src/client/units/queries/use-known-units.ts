/** Combines the data of different requests for each unit: state, since when it is stationary, and where it is. */
import { useMemo } from 'react'
import { formatAddress } from '../../../shared/format/places.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { stateOf, stoppedSinceOf, taggedStateOf } from '../../../shared/units/snapshot.ts'
import type { NamedPlace } from '../../types.ts'
import { type KnownUnit, notedPlateOf } from './known-units.ts'
import { useAddresses } from './use-addresses.ts'
import type { Fleet } from './use-fleet.ts'
import { usePlates } from './use-plates.ts'
import { useStanding } from './use-standing.ts'
import { useTerms } from './use-terms.ts'

const none: readonly KnownUnit[] = []

interface Viewer {
  readonly isGuest: boolean
  readonly isTagged: boolean
}

export function useKnownUnits({ units, snapshots }: Fleet, viewer: Viewer, nowSeconds: number): readonly KnownUnit[] {
  const standing = useStanding(viewer.isGuest)
  const places = useAddresses()
  const terms = useTerms()
  const plates = usePlates()
  const list = units.data
  return useMemo(
    () =>
      list?.map((unit) => {
        const term = terms.get(unit.id)
        const isExpired = term?.state === 'expired'
        const known = snapshots.get(unit.id) ?? { seenAt: unit.last_active }
        // A page that was open when the term ended still has the last position.
        const snapshot = isExpired ? { seenAt: term.last_active ?? known.seenAt } : known
        const state = isExpired ? 'expired' : (viewer.isTagged ? taggedStateOf : stateOf)(snapshot, nowSeconds)
        const stoppedSince = stoppedSinceOf(state, standing.get(unit.id))
        const named = isExpired ? undefined : places.get(unit.id)
        const plate = plates.get(unit.id) ?? notedPlateOf(unit)
        return { unit, snapshot, state, stoppedSince, named, place: named && shortPlace(named), plate, term }
      }) ?? none,
    [list, snapshots, standing, places, terms, plates, viewer.isTagged, nowSeconds],
  )
}

/** One line for the list: the client's own name for the location, or the address. */
const shortPlace = ({ geofence, address }: NamedPlace): string | undefined =>
  geofence === null ? (address ? formatAddress(address) : undefined) : texts.client.units.at(geofence)

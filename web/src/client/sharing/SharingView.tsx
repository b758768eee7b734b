/** Links that show units live to people without a login: create, monitor and revoke them. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import type { LatLon } from '../../shared/map/lat-lon.ts'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import { ClientPage } from '../frame/ClientPage.tsx'
import type { ClientRoute } from '../route.ts'
import type { Me } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { ShareCard } from './ShareCard.tsx'
import { ShareForm } from './ShareForm.tsx'

const words = texts.sharing

interface SharingViewProps {
  readonly route: ClientRoute & { view: 'sharing' }
  readonly fleet: Fleet
  readonly me: Me
}

export function SharingView({ route, fleet, me }: SharingViewProps) {
  const query = useOperation('getClientShares', undefined)
  // A person who came from a unit's card wants to share it.
  const [isMaking, setIsMaking] = useState(route.units.length > 0)
  const [made, setMade] = useState<string>()
  const units = fleet.units.data
  const nameOf = (id: number) => units?.find((unit) => unit.id === id)?.name ?? String(id)
  return (
    <ClientPage
      title={words.title}
      aside={!isMaking && units && <Button onClick={() => setIsMaking(true)}>{words.make}</Button>}
    >
      <Text c="dimmed">{words.explain}</Text>
      {isMaking && units && (
        <ShareForm
          units={units}
          modules={me.modules}
          near={nearOf(fleet)}
          // Units of an old bookmark may no longer exist.
          first={route.units.filter((id) => units.some((unit) => unit.id === id))}
          onMade={(id) => {
            setMade(id)
            setIsMaking(false)
          }}
          cancel={() => setIsMaking(false)}
        />
      )}
      {fleet.units.isLoadingError && <Failure error={fleet.units.error} retry={fleet.units.refetch} />}
      <Loaded query={query} height={140}>
        {(shares) =>
          shares.length === 0 ? (
            !isMaking && <Text>{words.none}</Text>
          ) : (
            <ul className={cards.list} aria-label={words.links}>
              {shares.map((share) => (
                <ShareCard key={share.id} share={share} isNew={share.id === made} nameOf={nameOf} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </ClientPage>
  )
}

/** The position of one of the units: addresses are searched near it. */
function nearOf({ snapshots }: Fleet): LatLon | undefined {
  for (const { position } of snapshots.values()) if (position) return position
  return undefined
}

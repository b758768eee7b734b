/** Buildings and their floors: what is where on a plan now, and the same as a list. */
import { Anchor, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { formatAgo } from '../../shared/format/times.ts'
import { useNow } from '../../shared/format/use-now.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { isSilent, useTaggedUnits } from '../assets/tagged-units.ts'
import { May } from '../blocks/May.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { assetAddress, type ClientRoute, floorAddress } from '../route.ts'
import type { Building, Floor, TaggedUnit } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { BuildingForm } from './BuildingForm.tsx'
import classes from './BuildingsView.module.css'
import { FloorEditor } from './FloorEditor.tsx'
import { FloorPlan, type Marker } from './FloorPlan.tsx'

const words = texts.tags.buildings

export function BuildingsView({ route, fleet }: { route: ClientRoute & { readonly view: 'buildings' }; fleet: Fleet }) {
  const query = useOperation('getClientBuildings', undefined)
  const [isMaking, setIsMaking] = useState(false)
  const list = query.data ?? []
  const floor =
    list.flatMap(({ floors }) => floors).find(({ id }) => id === route.floor) ??
    (route.floor === undefined ? list.flatMap(({ floors }) => floors)[0] : undefined)
  const adding = useMutation({
    mutationFn: async (building: string) => {
      const { id } = await change('postClientBuildingsByIdFloors', { id: building }, { name: words.firstFloor })
      window.location.hash = floorAddress(id, true)
    },
  })
  return (
    <ClientPage
      title={words.title}
      aside={
        <May to="arrange">
          <Button size="xs" disabled={isMaking} onClick={() => setIsMaking(true)}>
            {words.addBuilding}
          </Button>
        </May>
      }
    >
      {isMaking && (
        <Panel title={words.addBuilding}>
          <BuildingForm
            save={async (building) => {
              const { id } = await change('postClientBuildings', undefined, building)
              setIsMaking(false)
              adding.mutate(id)
            }}
            cancel={() => setIsMaking(false)}
          />
        </Panel>
      )}
      <Loaded query={query} height={320} />
      {query.data?.length === 0 && !isMaking && <Notice tone="quiet">{words.none}</Notice>}
      <Failure error={adding.error} />
      {list.length > 0 && (
        <nav className={classes.floors} aria-label={words.floors}>
          {list.map((building) => (
            <div key={building.id} className={classes.building}>
              <Text fw={600} size="sm">
                {building.name}
              </Text>
              <ul>
                {building.floors.map(({ id, name }) => (
                  <li key={id}>
                    <a href={floorAddress(id)} aria-current={id === floor?.id ? 'page' : undefined}>
                      {name}
                    </a>
                  </li>
                ))}
                {building.floors.length === 0 && (
                  <li>
                    <May to="arrange">
                      <Button variant="default" size="xs" onClick={() => adding.mutate(building.id)}>
                        {words.addFloor}
                      </Button>
                    </May>
                  </li>
                )}
              </ul>
            </div>
          ))}
        </nav>
      )}
      {query.data && route.floor !== undefined && !floor && <Notice tone="warning">{words.missing}</Notice>}
      {floor && (
        <FloorPage
          key={floor.id}
          floor={floor}
          building={list.find(({ id }) => id === floor.building_id)!}
          isEdited={route.isEdited}
          fleet={fleet}
        />
      )}
    </ClientPage>
  )
}

interface FloorPageProps {
  readonly floor: Floor
  readonly building: Building
  readonly isEdited: boolean
  readonly fleet: Fleet
}

function FloorPage({ floor, building, isEdited, fleet }: FloorPageProps) {
  const assets = useTaggedUnits('asset', fleet).data ?? []
  const gateways = useTaggedUnits('gateway', fleet).data ?? []
  const nowSeconds = useNow()
  // The new position of something just dropped, until the server confirms it.
  const [put, setPut] = useState<Readonly<Record<number, { x: number; y: number }>>>({})
  const [error, setError] = useState<unknown>()
  const nameOf = (unit: number) => gateways.find(({ id }) => id === unit)?.name ?? String(unit)
  const spots = floor.gateways.toSorted((a, b) => nameOf(a.unit_id).localeCompare(nameOf(b.unit_id)))
  const markers = spots.map((spot): Marker => {
    const here = assets.filter((asset) => asset.place?.gateway_id === spot.unit_id)
    return {
      ...spot,
      ...put[spot.unit_id],
      name: nameOf(spot.unit_id),
      assets: here.map((asset) => ({ ...asset, isSilent: isSilent(asset, nowSeconds) })),
    }
  })
  const move = (unit: number, x: number, y: number) => {
    const room = floor.gateways.find(({ unit_id }) => unit_id === unit)?.room ?? ''
    setPut((all) => ({ ...all, [unit]: { x, y } }))
    setError(undefined)
    change('putClientGatewaysByIdSpot', { id: unit }, { floor_id: floor.id, x, y, room })
      .catch(setError)
      // From then on the server's value counts: it may have been moved again, here or in the fields, or not at all.
      .finally(() => setPut((all) => (all[unit]?.x === x && all[unit].y === y ? without(all, unit) : all)))
  }
  return (
    <section className={classes.floor} aria-label={`${building.name}, ${floor.name}`}>
      <div className={classes.head}>
        <h2>
          {building.name}, {floor.name}
        </h2>
        <May to="arrange">
          <Anchor href={floorAddress(floor.id, !isEdited)}>{isEdited ? words.done : words.edit}</Anchor>
        </May>
      </div>
      {!floor.plan && <Notice tone="quiet">{isEdited ? words.noPlanEditing : words.noPlan}</Notice>}
      {error !== undefined && <Failure error={error} />}
      <FloorPlan floor={floor} markers={markers} onMove={isEdited ? move : undefined} />
      {isEdited ? (
        <FloorEditor
          key={floor.plan?.version}
          building={building}
          floor={{ ...floor, gateways: spots.map((spot) => ({ ...spot, ...put[spot.unit_id] })) }}
          gateways={gateways}
        />
      ) : (
        <WhatIsHere markers={markers} nowSeconds={nowSeconds} />
      )}
    </section>
  )
}

function without<T>(all: Readonly<Record<number, T>>, unit: number): Readonly<Record<number, T>> {
  const { [unit]: _, ...rest } = all
  return rest
}

/** The same as on the plan, for those who read. */
function WhatIsHere({ markers, nowSeconds }: { markers: readonly Marker[]; nowSeconds: number }) {
  const assets = markers.flatMap((marker) => marker.assets)
  const counts = [...Map.groupBy(assets, ({ category }) => category ?? texts.tags.noCategory)]
    .map(([category, own]) => [category, own.length] as const)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
  return (
    <>
      <dl className={classes.counts} aria-label={words.byCategory}>
        {counts.map(([category, count]) => (
          <div key={category}>
            <dt>{category}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {markers.length === 0 && <Text c="dimmed">{words.noGateways}</Text>}
      <div className={classes.gateways}>
        {markers.map(({ unit_id, name, room, assets: own }) => (
          <Panel key={unit_id} title={room ? `${name}, ${room}` : name}>
            {own.length === 0 && (
              <Text c="dimmed" size="sm">
                {words.nothingHere}
              </Text>
            )}
            <ul className={classes.assets}>
              {own.map((asset) => (
                <AssetLine key={asset.id} asset={asset} nowSeconds={nowSeconds} />
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  )
}

const AssetLine = ({ asset, nowSeconds }: { asset: TaggedUnit & { isSilent: boolean }; nowSeconds: number }) => (
  <li>
    <Anchor href={assetAddress(asset.id)}>{asset.name}</Anchor>
    <Text span size="sm" c="dimmed">
      {[
        asset.category ?? texts.tags.noCategory,
        asset.place?.heard_at ? formatAgo(asset.place.heard_at, nowSeconds) : texts.tags.neverHeard,
        asset.isSilent && words.silent,
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  </li>
)

/** One asset, sensor or gateway: its photo, its details, its location on the plan or the map, and its history. */
import { Anchor, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { change } from '../../api/queries.ts'
import { TagIcon } from '../../shared/content/Icons.tsx'
import { formatAgo, formatTime } from '../../shared/format/times.ts'
import { useNow } from '../../shared/format/use-now.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { locale, texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { PhotoField } from '../blocks/PhotoField.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { assetAddress, floorAddress, unitAddress } from '../route.ts'
import type { Label, Me, TaggedUnit } from '../types.ts'
import vehicles from '../vehicles/Vehicles.module.css'
import { photoAddress } from '../vehicles/vehicle.ts'
import { AssetForm } from './AssetForm.tsx'
import { AssetPlace } from './AssetPlace.tsx'
import { LabelChips } from './LabelChips.tsx'
import { StaysPanel } from './StaysPanel.tsx'
import { isSilent, type Kind, placeName } from './tagged-units.ts'

const words = texts.tags

interface AssetPageProps {
  readonly unit: TaggedUnit
  readonly labels: readonly Label[]
  readonly sensors: readonly TaggedUnit[]
  readonly assets: readonly TaggedUnit[]
  readonly gateways: readonly TaggedUnit[]
  readonly categories: readonly string[]
  readonly me: Me
}

export function AssetPage({ unit, labels, sensors, assets, gateways, categories, me }: AssetPageProps) {
  const [isEdited, setIsEdited] = useState(false)
  const isAsset = unit.type === 'asset'
  return (
    <ClientPage title={unit.name} aside={<Anchor href="#/assets">{words.labels.back}</Anchor>}>
      {isEdited && (
        <AssetForm
          unit={unit}
          labels={labels}
          sensors={sensors}
          categories={categories}
          close={() => setIsEdited(false)}
        />
      )}
      <div className={isAsset ? vehicles.page : undefined}>
        {isAsset && <Photo unit={unit} />}
        <About unit={unit} labels={labels} sensors={sensors} assets={assets} edit={() => setIsEdited(true)} />
      </div>
      <AssetPlace unit={unit} hasFloors={me.modules.includes('building')} />
      {isAsset && me.modules.includes('timeline') && <StaysPanel asset={unit.id} gateways={gateways} />}
    </ClientPage>
  )
}

const Photo = ({ unit: { id, name, photo } }: { unit: TaggedUnit }) => (
  <Panel>
    <PhotoField
      address={photo && photoAddress(id, photo)}
      name={name}
      instead={<TagIcon />}
      upload={(picture) => change('putClientUnitsByIdPhoto', { id }, picture)}
      remove={() => change('deleteClientUnitsByIdPhoto', { id })}
    />
  </Panel>
)

/** With a text if there is no value; without that text it is left out. */
type Fact = readonly [name: string, value: ReactNode, otherwise?: string]

interface AboutProps extends Pick<AssetPageProps, 'unit' | 'labels' | 'sensors' | 'assets'> {
  edit(): void
}

function About({ unit, labels, sensors, assets, edit }: AboutProps) {
  const mayArrange = useMay('arrange')
  const nowSeconds = useNow()
  const { place, type, battery } = unit
  const heard = place?.heard_at ?? null
  const own: readonly Fact[] = {
    asset: [
      [words.category, unit.category, words.noCategory],
      [words.sensor, linked(sensors.find(({ id }) => id === unit.sensor_id)), words.noSensor],
    ] as const,
    sensor: [
      [words.ident, unit.ident],
      [words.kinds.asset, links(assets.filter(({ id }) => unit.asset_ids.includes(id))), words.noAssets],
    ] as const,
    gateway: [[words.ident, unit.ident]] as const,
  }[type as Kind]
  const facts: readonly Fact[] = [
    ...own,
    [
      words.labels.title,
      unit.label_ids.length > 0 && <LabelChips labels={labels} ids={unit.label_ids} />,
      words.noLabels,
    ],
    [words.where, place && <WhereIs unit={unit} isOld={isSilent(unit, nowSeconds)} />, words.neverHeard],
    [words.heard, heard !== null && <time title={formatTime(heard)}>{formatAgo(heard, nowSeconds)}</time>],
    [words.signal, place?.rssi?.toLocaleString(locale)],
    [words.charge, battery !== null && words.percent(Math.round(battery))],
  ]
  return (
    <Panel>
      <dl className={vehicles.facts}>
        {facts
          .filter(([, value, otherwise]) => value || otherwise)
          .map(([name, value, otherwise]) => (
            <div key={name} data-empty={!value || undefined}>
              <dt>{name}</dt>
              <dd>{value || otherwise}</dd>
            </div>
          ))}
      </dl>
      <div className={cards.buttons}>
        {mayArrange && (
          <Button variant="default" size="xs" onClick={edit}>
            {words.edit}
          </Button>
        )}
        {place?.floor && (
          <Button component="a" variant="default" size="xs" href={floorAddress(place.floor.id)}>
            {words.wholeFloor}
          </Button>
        )}
        {place?.position && (
          <Button component="a" variant="default" size="xs" href={unitAddress(unit.id)}>
            {words.map}
          </Button>
        )}
      </div>
    </Panel>
  )
}

const linked = (unit: TaggedUnit | undefined): ReactNode =>
  unit && <Anchor href={assetAddress(unit.id)}>{unit.name}</Anchor>

const links = (units: readonly TaggedUnit[]): ReactNode =>
  units.length > 0 && (
    <span>
      {units.map((one, index) => (
        <span key={one.id}>
          {index > 0 && ', '}
          <Anchor href={assetAddress(one.id)}>{one.name}</Anchor>
        </span>
      ))}
    </span>
  )

const WhereIs = ({ unit: { place }, isOld }: { unit: TaggedUnit; isOld: boolean }) => (
  <span>
    {place && placeName(place)}
    {isOld && ` (${words.buildings.silent})`}
  </span>
)

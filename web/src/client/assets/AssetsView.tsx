/** Assets, sensors and gateways, each with its labels and its last known location. */
import { Anchor, Button, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { SearchIcon } from '../../shared/content/Icons.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { formatAgo } from '../../shared/format/times.ts'
import { useNow } from '../../shared/format/use-now.ts'
import { texts } from '../../shared/texts/texts.ts'
import { May } from '../blocks/May.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { assetAddress, type ClientRoute } from '../route.ts'
import type { Label, Me, TaggedUnit } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { photoAddress } from '../vehicles/vehicle.ts'
import { AssetForm } from './AssetForm.tsx'
import { AssetPage } from './AssetPage.tsx'
import classes from './AssetsView.module.css'
import { LabelChips } from './LabelChips.tsx'
import { categoriesOf, isSilent, type Kind, kinds, placeName, useTaggedUnits } from './tagged-units.ts'

const words = texts.tags

interface AssetsViewProps {
  readonly route: ClientRoute & { readonly view: 'assets' }
  readonly fleet: Fleet
  readonly me: Me
}

export function AssetsView({ route, fleet, me }: AssetsViewProps) {
  const [wanted, setWanted] = useState<Kind>('asset')
  const [filter, setFilter] = useState(noFilter)
  // An address may name any of them.
  const type = fleet.units.data?.find(({ id }) => id === route.asset)?.type
  const kind = kinds.find((one) => one === type) ?? wanted
  const [isMaking, setIsMaking] = useState(false)
  const query = useTaggedUnits(kind, fleet)
  const assets = useTaggedUnits('asset', fleet).data ?? []
  const sensors = useTaggedUnits('sensor', fleet).data ?? []
  const gateways = useTaggedUnits('gateway', fleet).data ?? []
  const labels = useOperation('getClientLabels', undefined).data ?? []
  const units = query.data
  const known = { labels, sensors, categories: categoriesOf(assets) }
  if (route.asset !== undefined && units) {
    const chosen = units.find(({ id }) => id === route.asset)
    return chosen ? (
      <AssetPage key={chosen.id} unit={chosen} {...known} assets={assets} gateways={gateways} me={me} />
    ) : (
      <ClientPage title={words.title} aside={<Anchor href="#/assets">{words.labels.back}</Anchor>}>
        <Notice tone="warning">{words.missing}</Notice>
      </ClientPage>
    )
  }
  return (
    <ClientPage
      title={words.title}
      aside={
        <May to="arrange">
          <div className={classes.aside}>
            <Anchor href="#/labels">{words.labels.edit}</Anchor>
            <May to="see-all">
              <Button
                size="xs"
                disabled={isMaking}
                onClick={() => {
                  // A new asset appears in the list of assets.
                  setWanted('asset')
                  setIsMaking(true)
                }}
              >
                {words.make}
              </Button>
            </May>
          </div>
        </May>
      }
    >
      {isMaking && <AssetForm {...known} close={() => setIsMaking(false)} />}
      {query.isLoadingError && <Failure error={query.error} retry={query.refetch} />}
      <TaggedUnitList
        kind={kind}
        setKind={(one) => {
          setWanted(one)
          setIsMaking(false)
        }}
        units={units}
        labels={labels}
        filter={filter}
        setFilter={(part) => setFilter((before) => ({ ...before, ...part }))}
      />
    </ClientPage>
  )
}

const noFilter = { sought: '', category: '', label: '' }

interface TaggedUnitListProps {
  readonly kind: Kind
  readonly units: readonly TaggedUnit[] | undefined
  readonly labels: readonly Label[]
  /** Kept while one of them is open. */
  readonly filter: typeof noFilter
  setKind(kind: Kind): void
  setFilter(part: Partial<typeof noFilter>): void
}

function TaggedUnitList({ kind, setKind, units, labels, filter, setFilter }: TaggedUnitListProps) {
  const { sought, category, label } = filter
  const nowSeconds = useNow()
  const needle = sought.trim().toLowerCase()
  const found = (units ?? []).filter(
    (unit) =>
      `${unit.name}\n${unit.ident}\n${unit.place ? placeName(unit.place) : ''}`.toLowerCase().includes(needle) &&
      (category === '' || unit.category === category) &&
      (label === '' || unit.label_ids.includes(label)),
  )
  return (
    <>
      <div className={classes.choice}>
        <NativeSelect
          label={words.show}
          data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
        />
        <TextInput
          label={words.search}
          type="search"
          leftSection={<SearchIcon />}
          value={sought}
          onChange={({ currentTarget }) => setFilter({ sought: currentTarget.value })}
        />
        {kind === 'asset' && (
          <NativeSelect
            label={words.category}
            data={[{ value: '', label: words.every }, ...categoriesOf(units ?? [])]}
            value={category}
            onChange={({ currentTarget }) => setFilter({ category: currentTarget.value })}
          />
        )}
        <NativeSelect
          label={words.label}
          data={[{ value: '', label: words.every }, ...labels.map(({ id, name }) => ({ value: id, label: name }))]}
          value={label}
          onChange={({ currentTarget }) => setFilter({ label: currentTarget.value })}
        />
      </div>
      {!units && <Skeleton height={240} role="status" aria-label={texts.shared.loading} />}
      {units?.length === 0 && (
        <div className={classes.empty}>
          <Text fw={600}>{words.none[kind]}</Text>
          <Text c="dimmed" size="sm">
            {words.noneHint[kind]}
          </Text>
        </div>
      )}
      {units !== undefined && units.length > 0 && found.length === 0 && <Text c="dimmed">{words.nothingFound}</Text>}
      {found.length > 0 && (
        <ul className={classes.list} aria-label={words.count[kind](found.length)}>
          {found.map((unit) => (
            <li key={unit.id}>
              <a className={classes.row} href={assetAddress(unit.id)}>
                <span className={classes.name}>
                  {unit.photo && <img src={photoAddress(unit.id, unit.photo)} alt="" loading="lazy" />}
                  {unit.name}
                </span>
                <span className={classes.category}>{unit.category ?? (kind === 'asset' ? words.noCategory : '')}</span>
                <LabelChips labels={labels} ids={unit.label_ids} />
                <span className={classes.place} data-silent={isSilent(unit, nowSeconds) || undefined}>
                  {sentenceOf(unit, nowSeconds)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function sentenceOf({ type, place, sensor_id, battery }: TaggedUnit, nowSeconds: number): string {
  const charge = battery === null ? [] : [words.battery(Math.round(battery))]
  if (!place) return [type === 'asset' && sensor_id === null ? words.noSensor : words.neverHeard, ...charge].join(' · ')
  const ago = place.heard_at === null ? words.neverHeard : formatAgo(place.heard_at, nowSeconds)
  return [placeName(place), ago, ...charge].join(' · ')
}

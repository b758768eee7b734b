/** What carries a tag, what the tags are, and what hears them: each with its labels and the place where it was last heard. */
import { Anchor, Button, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { SearchIcon } from '../../shared/Icons.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatAgo } from '../../shared/times.ts'
import { useNow } from '../../shared/use-now.ts'
import { ClientPage } from '../ClientPage.tsx'
import type { Me } from '../client-api.ts'
import { assetAddress, type Place } from '../place.ts'
import type { Fleet } from '../units/use-fleet.ts'
import { AssetForm } from './AssetForm.tsx'
import classes from './AssetsView.module.css'
import { LabelChips } from './LabelChips.tsx'
import { StaysPanel } from './StaysPanel.tsx'
import { categoriesOf, isSilent, type Kind, placeName, type Thing, useLabels, useThings } from './tags-api.ts'

const words = texts.tags
const kinds: readonly Kind[] = ['asset', 'sensor', 'gateway']

interface AssetsViewProps {
  readonly place: Place & { readonly view: 'assets' }
  readonly fleet: Fleet
  readonly me: Me
}

export function AssetsView({ place, fleet, me }: AssetsViewProps) {
  const [wanted, setWanted] = useState<Kind>('asset')
  // An address may name any of them.
  const own = fleet.units.value?.find(({ id }) => id === place.asset)?.type
  const kind = own ?? wanted
  useEffect(() => {
    if (own) setWanted(own)
  }, [own])
  // Whoever chooses one wants to see it, whatever was begun before.
  useEffect(() => {
    if (place.asset !== undefined) setIsMaking(false)
  }, [place.asset])
  const [isMaking, setIsMaking] = useState(false)
  const [things, reloadThings] = useThings(kind, fleet)
  const [sensors, reloadSensors] = useThings('sensor', fleet)
  const [labels, reloadLabels] = useLabels()
  const reload = async () => {
    await Promise.all([reloadThings(), reloadSensors(), reloadLabels()])
  }
  const chosen = things.value?.find(({ id }) => id === place.asset)
  const known = {
    labels: labels.value ?? [],
    sensors: sensors.value ?? [],
    categories: categoriesOf(things.value ?? []),
  }
  const make = () => {
    // It is looked for among its like when it is made.
    setWanted('asset')
    if (place.asset !== undefined) window.location.hash = '#/assets'
    setIsMaking(true)
  }
  const close = () => {
    setIsMaking(false)
    if (place.asset !== undefined) window.location.hash = '#/assets'
  }
  return (
    <ClientPage
      title={words.title}
      aside={
        <div className={classes.aside}>
          <Anchor href="#/labels">{words.labels.edit}</Anchor>
          <Button size="xs" disabled={isMaking} onClick={make}>
            {words.make}
          </Button>
        </div>
      }
    >
      {isMaking && <AssetForm {...known} reload={reload} close={close} />}
      {chosen && !isMaking && (
        <>
          <AssetForm key={chosen.id} thing={chosen} {...known} reload={reload} close={close} />
          {chosen.type === 'asset' && me.modules.includes('timeline') && <StaysPanel asset={chosen.id} />}
        </>
      )}
      {things.value && place.asset !== undefined && !chosen && !isMaking && (
        <Notice tone="warning">{words.missing}</Notice>
      )}
      {things.kind === 'failed' && <Failure error={things.error} retry={reload} />}
      <ThingList
        kind={kind}
        setKind={(one) => {
          setWanted(one)
          close()
        }}
        things={things.value}
        labels={known.labels}
        selected={place.asset}
      />
    </ClientPage>
  )
}

interface ThingListProps {
  readonly kind: Kind
  readonly things: readonly Thing[] | undefined
  readonly labels: Parameters<typeof LabelChips>[0]['labels']
  readonly selected: number | undefined
  setKind(kind: Kind): void
}

function ThingList({ kind, setKind, things, labels, selected }: ThingListProps) {
  const [sought, setSought] = useState('')
  const [category, setCategory] = useState('')
  const [label, setLabel] = useState('')
  const nowSeconds = useNow()
  const needle = sought.trim().toLowerCase()
  const found = (things ?? []).filter(
    (thing) =>
      `${thing.name}\n${thing.ident}\n${thing.place ? placeName(thing.place) : ''}`.toLowerCase().includes(needle) &&
      (category === '' || thing.category === category) &&
      (label === '' || thing.label_ids.includes(label)),
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
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
        />
        {kind === 'asset' && (
          <NativeSelect
            label={words.category}
            data={[{ value: '', label: words.every }, ...categoriesOf(things ?? [])]}
            value={category}
            onChange={({ currentTarget }) => setCategory(currentTarget.value)}
          />
        )}
        <NativeSelect
          label={words.label}
          data={[{ value: '', label: words.every }, ...labels.map(({ id, name }) => ({ value: id, label: name }))]}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
      </div>
      {!things && <Skeleton height={240} role="status" aria-label={texts.shared.loading} />}
      {things?.length === 0 && (
        <div className={classes.empty}>
          <Text fw={600}>{words.none[kind]}</Text>
          <Text c="dimmed" size="sm">
            {words.noneHint[kind]}
          </Text>
        </div>
      )}
      {things !== undefined && things.length > 0 && found.length === 0 && <Text c="dimmed">{words.nothingFound}</Text>}
      {found.length > 0 && (
        <ul className={classes.list} aria-label={words.count[kind](found.length)}>
          {found.map((thing) => (
            <li key={thing.id}>
              <a
                className={classes.row}
                href={assetAddress(thing.id)}
                aria-current={thing.id === selected ? 'true' : undefined}
              >
                <span className={classes.name}>{thing.name}</span>
                <span className={classes.category}>{thing.category ?? (kind === 'asset' ? words.noCategory : '')}</span>
                <LabelChips labels={labels} ids={thing.label_ids} />
                <span className={classes.place} data-silent={isSilent(thing, nowSeconds) || undefined}>
                  {sentenceOf(thing, nowSeconds)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function sentenceOf({ type, place, sensor_id, battery }: Thing, nowSeconds: number): string {
  const charge = battery === null ? [] : [words.battery(Math.round(battery))]
  if (!place) return [type === 'asset' && sensor_id === null ? words.noSensor : words.neverHeard, ...charge].join(' · ')
  const ago = place.heard_at === null ? words.neverHeard : formatAgo(place.heard_at, nowSeconds)
  return [placeName(place), ago, ...charge].join(' · ')
}

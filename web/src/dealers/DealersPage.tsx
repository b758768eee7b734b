/** Dealers who want to be found, on a map and in a list. On a phone the map is above the list. */
import { Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ask } from '../shared/api.ts'
import { CompanyCard } from '../shared/content/CompanyCard.tsx'
import { Failure } from '../shared/feedback/Notice.tsx'
import { ColorSchemeSwitch } from '../shared/layout/ColorSchemeSwitch.tsx'
import { LanguageSwitch } from '../shared/layout/LanguageSwitch.tsx'
import { MapWithSide } from '../shared/layout/MapWithSide.tsx'
import { texts } from '../shared/texts/texts.ts'
import { DealersMap } from './DealersMap.tsx'
import classes from './DealersPage.module.css'
import { type Dealer, found } from './dealers.ts'

const words = texts.dealers
const none: readonly Dealer[] = []

export function DealersPage() {
  const [dealers, setDealers] = useState<readonly Dealer[]>()
  const [error, setError] = useState<unknown>()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Dealer>()
  useEffect(() => {
    document.title = words.title
    ask<readonly Dealer[]>('GET', '/public/dealers').then(setDealers, setError)
  }, [])
  const shown = found(dealers ?? none, search)
  return (
    <MapWithSide map={<DealersMap dealers={dealers ?? none} chosen={chosen} onChoose={setChosen} />}>
      <header className={classes.head}>
        <h1>{words.title}</h1>
        <span className={classes.tools}>
          <LanguageSwitch />
          <ColorSchemeSwitch words={texts.shared.colours} />
        </span>
      </header>
      <div className={classes.about}>
        <Text size="sm" c="dimmed">
          {words.explain}
        </Text>
        {dealers && dealers.length > 0 && (
          <TextInput
            mt="sm"
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        )}
      </div>
      <div className={classes.notice}>
        {error !== undefined && <Failure error={error} retry={() => window.location.reload()} />}
        {!dealers && error === undefined && (
          <Skeleton height={200} radius="lg" role="status" aria-label={texts.shared.loading} />
        )}
        {dealers && shown.length === 0 && (
          <Text role="status">{dealers.length === 0 ? words.nobody : words.notFound}</Text>
        )}
      </div>
      <ul className={classes.list} aria-label={words.title}>
        {shown.map((dealer) => (
          // Two dealers may have the same name, and ids stay private.
          <li key={dealers?.indexOf(dealer)}>
            <Row dealer={dealer} isChosen={dealer === chosen} onChoose={setChosen} />
          </li>
        ))}
      </ul>
    </MapWithSide>
  )
}

interface RowProps {
  readonly dealer: Dealer
  readonly isChosen: boolean
  onChoose(dealer: Dealer | undefined): void
}

const Row = ({ dealer, isChosen, onChoose }: RowProps) => (
  <div className={classes.row} data-chosen={isChosen || undefined}>
    <UnstyledButton
      className={classes.name}
      aria-expanded={isChosen}
      onClick={() => onChoose(isChosen ? undefined : dealer)}
    >
      {dealer.name}
      <span className={classes.quiet}>{[dealer.address, dealer.country_code].filter(Boolean).join(', ')}</span>
    </UnstyledButton>
    {isChosen && <Details dealer={dealer} />}
  </div>
)

const Details = ({ dealer }: { dealer: Dealer }) => {
  const names: Readonly<Record<string, string>> = words.areas
  const areas = dealer.marketing_info.areas.map((area) => names[area] ?? area)
  return (
    <div className={classes.details}>
      {areas.length > 0 && <Text size="sm">{areas.join(', ')}</Text>}
      <CompanyCard company={dealer} isNamed={false} />
    </div>
  )
}

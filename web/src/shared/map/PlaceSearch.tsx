/** A field that finds addresses and places on the map while one types; by mouse, touch and keyboard. */
import { ActionIcon, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { CloseIcon, SearchIcon } from '../content/Icons.tsx'
import { locale, texts } from '../texts/texts.ts'
import type { LatLon } from './lat-lon.ts'
import classes from './PlaceSearch.module.css'

const words = texts.client.map.search
const pauseMilliseconds = 250
const lettersMin = 2

export interface FoundPlace extends LatLon {
  readonly name: string
  readonly postcode: string | null
  readonly place: string | null
  readonly country: string | null
  /** Radius of a circle around it, in metres. */
  readonly radius: number
}

interface PlaceSearchProps {
  find(search: string, signal: AbortSignal): Promise<readonly FoundPlace[]>
  /** Undefined: the field was cleared. */
  onChoose(place: FoundPlace | undefined): void
  /** What can be done with the chosen place. */
  offer?(place: FoundPlace): ReactNode
}

export function PlaceSearch({ find, onChoose, offer }: PlaceSearchProps) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  const [chosen, setChosen] = useState<FoundPlace>()
  const { places, isAsking, hasFailed } = useFound(isOpen ? text.trim() : '', find)
  const listId = useId()
  const choose = (place: FoundPlace | undefined) => {
    setChosen(place)
    setText(place?.name ?? '')
    setIsOpen(false)
    onChoose(place)
  }
  // A person who types fast and presses Enter gets the first result as soon as it is known.
  const [isHurried, setIsHurried] = useState(false)
  useEffect(() => {
    if (!isHurried || isAsking) return
    setIsHurried(false)
    if (places[0]) choose(places[0])
  })
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && isOpen) setIsOpen(false)
    else if (event.key === 'Enter' && isAsking) setIsHurried(true)
    else if (event.key === 'Enter' && places[marked]) choose(places[marked])
    else if (step !== undefined && places.length > 0) setMarked((marked + step + places.length) % places.length)
    else if (event.key !== 'Enter') return
    event.preventDefault()
  }
  const status = isAsking ? words.asking : hasFailed ? words.failed : words.none
  const isShown = isOpen && text.trim().length >= lettersMin
  return (
    <search
      className={classes.search}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <TextInput
        role="combobox"
        aria-label={words.label}
        aria-expanded={isShown && places.length > 0}
        aria-controls={isShown && places.length > 0 ? listId : undefined}
        aria-activedescendant={isShown && places[marked] ? `${listId}-${marked}` : undefined}
        aria-autocomplete="list"
        placeholder={words.label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        leftSection={<SearchIcon />}
        rightSection={
          text !== '' && (
            <ActionIcon variant="subtle" color="gray" aria-label={words.clear} onClick={() => choose(undefined)}>
              <CloseIcon />
            </ActionIcon>
          )
        }
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setMarked(0)
          setIsOpen(true)
          setIsHurried(false)
        }}
        onKeyDown={onKey}
      />
      {isShown && places.length > 0 && (
        <div id={listId} className={classes.list} role="listbox" aria-label={words.found}>
          {places.map((place, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys, as a combobox does.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input.
            <div
              key={`${place.name} ${place.latitude} ${place.longitude}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === marked}
              className={classes.place}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(place)}
              onMouseMove={() => setMarked(index)}
            >
              <span className={classes.name}>{place.name}</span>
              <span className={classes.where}>{whereOf(place)}</span>
            </div>
          ))}
        </div>
      )}
      {isShown && places.length === 0 && (
        <p className={classes.list} role="status">
          {status}
        </p>
      )}
      {chosen && !isShown && offer && <div className={classes.offer}>{offer(chosen)}</div>}
    </search>
  )
}

interface Found {
  /** Results of the former text, until those of this one are known. */
  readonly places: readonly FoundPlace[]
  readonly isAsking: boolean
  readonly hasFailed: boolean
}

const nothing = { search: '', places: [], hasFailed: false }

function useFound(search: string, find: PlaceSearchProps['find']): Found {
  const [found, setFound] = useState<{ search: string } & Omit<Found, 'isAsking'>>(nothing)
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    if (search.length < lettersMin) return setFound(nothing)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      latest
        .current(search, stop.signal)
        .then((places) => !stop.signal.aborted && setFound({ search, places, hasFailed: false }))
        .catch(() => !stop.signal.aborted && setFound({ search, places: [], hasFailed: true }))
    }, pauseMilliseconds)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [search])
  return { ...found, isAsking: search.length >= lettersMin && found.search !== search }
}

const countries = new Intl.DisplayNames(locale, { type: 'region' })

/** "1000 Northport". */
const whereOf = ({ postcode, place, country }: FoundPlace): string =>
  [[postcode, place].filter(Boolean).join(' '), country && countries.of(country)].filter(Boolean).join(', ')

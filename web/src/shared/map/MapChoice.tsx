/** The choice of the base map: the built-in one, or one that the plan offers. The browser keeps the choice. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { MapIcon } from '../content/Icons.tsx'
import { texts } from '../texts/texts.ts'
import classes from './MapChoice.module.css'
import { Tool } from './Tool.tsx'
import type { TileLayer } from './tiles.ts'

const words = texts.client.map.choice
const names: Readonly<Record<string, string>> = words.layers
const kept = 'waymark.map'

export interface MapProvider {
  readonly title: string
  readonly layers: readonly TileLayer[]
}

export interface MapChoice {
  /** Empty: there is nothing to choose. */
  readonly layers: readonly TileLayer[]
  readonly chosen: TileLayer | undefined
  /** The name of the provider, shown on the map while its tiles are. */
  readonly title: string
  choose(name: string): void
}

const nothing: MapChoice = { layers: [], chosen: undefined, title: '', choose: () => {} }
const Choice = createContext(nothing)
export const useMapChoice = (): MapChoice => useContext(Choice)

/** Sessions of tiles are renewed this long before they end. */
const earlySeconds = 3600
const retrySeconds = 60

interface MapChoicesProps {
  /** Undefined: no other map is offered. */
  readonly load: ((signal: AbortSignal) => Promise<readonly MapProvider[]>) | undefined
  readonly children: ReactNode
}

export function MapChoices({ load, children }: MapChoicesProps) {
  const [provider, setProvider] = useState<MapProvider>()
  const [name, setName] = useState(() => localStorage.getItem(kept) ?? '')
  const endsAt = provider?.layers[0]?.expires_at
  useEffect(() => {
    if (!load) return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const askIn = (seconds: number) => {
      timer = setTimeout(() => void ask(), seconds * 1000)
    }
    const ask = () =>
      load(stop.signal)
        .then(([first]) => setProvider(first))
        // Until then the built-in map is shown.
        .catch(() => !stop.signal.aborted && askIn(retrySeconds))
    askIn(endsAt === undefined ? 0 : Math.max(retrySeconds, endsAt - earlySeconds - Date.now() / 1000))
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [load, endsAt])
  const choice = useMemo<MapChoice>(() => {
    if (!load || !provider) return nothing
    return {
      layers: provider.layers,
      chosen: provider.layers.find((layer) => layer.name === name),
      title: provider.title,
      choose(wanted) {
        localStorage.setItem(kept, wanted)
        setName(wanted)
      },
    }
  }, [load, provider, name])
  return <Choice value={choice}>{children}</Choice>
}

/** A button on the map that opens the list of maps. */
export function MapChoiceTool() {
  const { layers, chosen, choose } = useMapChoice()
  const [isOpen, setIsOpen] = useState(false)
  if (layers.length === 0) return null
  return (
    <div className={classes.choice}>
      <Tool label={words.label} onClick={() => setIsOpen(!isOpen)} icon={<MapIcon />} isOpen={isOpen} />
      {isOpen && (
        <fieldset
          className={classes.maps}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setIsOpen(false)
          }}
        >
          <legend>{words.label}</legend>
          {['', ...layers.map((layer) => layer.name)].map((one) => (
            <label key={one}>
              <input type="radio" name="map" checked={(chosen?.name ?? '') === one} onChange={() => choose(one)} />
              <span>{one === '' ? words.own : (names[one] ?? one)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** The provider's name is shown as it writes it, in every language, with the owners of the data. */
export const MapCredit = ({ title, copyright }: { title: string; copyright: string }) => (
  <p className={classes.credit}>
    <span translate="no">{title}</span>
    <span>{copyright}</span>
  </p>
)

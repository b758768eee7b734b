/** Which map lies under everything: the built-in one, or one that the plan offers. The browser keeps the choice. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { MapIcon } from '../../../shared/Icons.tsx'
import { language, texts } from '../../../shared/texts/texts.ts'
import { get } from '../../client-api.ts'
import classes from './MapChoice.module.css'
import { Tool } from './Tool.tsx'
import type { TileLayer } from './tiles.ts'

const words = texts.client.map.choice
const names: Readonly<Record<string, string>> = words.layers
const kept = 'waymark.map'

interface Provider {
  readonly title: string
  readonly layers: readonly TileLayer[]
}

export interface MapChoice {
  /** Empty: there is nothing to choose. */
  readonly layers: readonly TileLayer[]
  readonly chosen: TileLayer | undefined
  /** What has to stand on the map while it is chosen. */
  readonly title: string
  choose(name: string): void
}

const nothing: MapChoice = { layers: [], chosen: undefined, title: '', choose: () => {} }
const Choice = createContext(nothing)
export const useMapChoice = (): MapChoice => useContext(Choice)

/** Before the sessions of the tiles end. */
const earlySeconds = 3600
const retrySeconds = 60

export function MapChoices({ isOffered, children }: { isOffered: boolean; children: ReactNode }) {
  const [provider, setProvider] = useState<Provider>()
  const [name, setName] = useState(() => localStorage.getItem(kept) ?? '')
  const endsAt = provider?.layers[0]?.expires_at
  useEffect(() => {
    if (!isOffered) return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const askIn = (seconds: number) => {
      timer = setTimeout(() => void ask(), seconds * 1000)
    }
    const ask = () =>
      get<readonly Provider[]>(`/map-providers?language=${language}`, stop.signal)
        .then(([first]) => setProvider(first))
        // The built-in map is always there meanwhile.
        .catch(() => !stop.signal.aborted && askIn(retrySeconds))
    askIn(endsAt === undefined ? 0 : Math.max(retrySeconds, endsAt - earlySeconds - Date.now() / 1000))
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [isOffered, endsAt])
  const choice = useMemo<MapChoice>(() => {
    if (!isOffered || !provider) return nothing
    return {
      layers: provider.layers,
      chosen: provider.layers.find((layer) => layer.name === name),
      title: provider.title,
      choose(wanted) {
        localStorage.setItem(kept, wanted)
        setName(wanted)
      },
    }
  }, [isOffered, provider, name])
  return <Choice value={choice}>{children}</Choice>
}

/** A button of the map that opens into the maps there are. */
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

/** The provider wants to be named as it names itself, in any language, and so do those whose data it shows. */
export const MapCredit = ({ title, copyright }: { title: string; copyright: string }) => (
  <p className={classes.credit}>
    <span translate="no">{title}</span>
    <span>{copyright}</span>
  </p>
)

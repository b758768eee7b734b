/** Which maps a client may choose, with sessions that one request creates and all others share. */
import { hash } from 'node:crypto'
import type { ClientCall } from '#identity/sessions/call.ts'
import { refuse } from '#kernel/errors.ts'
import {
  isFresh,
  type Language,
  type LayerName,
  layerNames,
  layerOf,
  type MapLayer,
  type MapSession,
  sessionIn,
  sessionRequest,
} from './map.ts'
import * as store from './store.ts'

/** Empty while the operator has no key. */
export async function listLayers(call: ClientCall, language: Language): Promise<MapLayer[]> {
  const google = call.config.googleMaps
  if (!google) return []
  const layers: MapLayer[] = []
  for (const name of layerNames) layers.push(layerOf(await sessionOf(call, name, language), google.url, google.key))
  return layers
}

/** Two simultaneous requests get a session each, and the later one is kept: both work. */
async function sessionOf(call: ClientCall, layer: LayerName, language: Language): Promise<MapSession> {
  const { key, url } = call.config.googleMaps!
  const keyHash = hash('sha256', key, 'buffer')
  const known = await store.find(call.db, layer, language, keyHash)
  if (known && isFresh(known, call.clock.now())) return known
  const headers = {
    'content-type': 'application/json',
    // A browser key is bound to the web address it is used from.
    referer: `${call.config.publicUrl}/`,
  }
  const address = `${url}/v1/createSession?${new URLSearchParams({ key })}`
  const answer = await call.outbound.ask(address, headers, JSON.stringify(sessionRequest(layer, language)))
  const session = 'text' in answer && answer.status === 200 ? sessionIn(answer.text) : undefined
  if (!session) {
    const why = 'failure' in answer ? answer.failure : `It answered ${answer.status}.`
    call.log.warn({ layer, why }, 'The map provider refused a session.')
    return refuse('SERVICE_UNAVAILABLE', 'This map is unavailable. Use the built-in map and try again in a minute.')
  }
  const made = { layer, language, keyHash, ...session }
  await store.save(call.db, made)
  return made
}

/** Programs that change and read units without a pause, repeat what gets a 503, and remember the last answer. */
import { setTimeout as wait } from 'node:timers/promises'

const retryMs = 200

export interface ApiLoad {
  answered(): number
  /** Requests that got a 503 and were repeated. */
  refused(): number
  /** Anything else that went wrong, and how often. */
  failures(): Readonly<Record<string, number>>
  /** Ends them and reads every unit again: `lost` are changes that were confirmed and are missing. */
  finish(): Promise<{ readonly answered: number; readonly lost: number }>
}

export function startApiLoad(port: number, token: string, unitIds: readonly number[]): ApiLoad {
  let [answered, refused] = [0, 0]
  const failures: Record<string, number> = {}
  let isOver = false
  const names = new Map<number, string>()
  const fail = (reason: string) => {
    failures[reason] = (failures[reason] ?? 0) + 1
  }
  const ask = async (method: string, unitId: number, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const url = `http://127.0.0.1:${port}/provider/units/${unitId}`
    const request = { method, headers, body: body ? JSON.stringify(body) : null }
    try {
      let answer = await fetch(url, { ...request, signal: AbortSignal.timeout(30_000) })
      for (; answer.status === 503; answer = await fetch(url, { ...request, signal: AbortSignal.timeout(30_000) })) {
        refused += 1
        await wait(retryMs)
      }
      if (answer.ok) answered += 1
      else fail(String(answer.status))
      return await answer.text()
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      fail(cause?.code ?? name)
      return ''
    }
  }
  const work = async (unitId: number) => {
    for (let turn = 1; !isOver; turn++) {
      const name = `Turn ${turn}`
      const changed = await ask('PATCH', unitId, { name })
      if (changed.includes(`"${name}"`)) names.set(unitId, name)
      await ask('GET', unitId)
    }
  }
  const working = Promise.all(unitIds.map(work))
  return {
    answered: () => answered,
    refused: () => refused,
    failures: () => failures,
    async finish() {
      isOver = true
      await working
      let lost = 0
      for (const [unitId, name] of names) {
        if (!(await ask('GET', unitId)).includes(`"${name}"`)) lost += 1
      }
      return { answered, lost }
    },
  }
}

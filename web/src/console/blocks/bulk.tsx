/** Long work on many items: progress, a stop button, refusals with reasons, and undo. */
import { Button, Modal, Progress } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../../api/queries.ts'
import { Refused, sentenceOf } from '../../shared/api.ts'
import { words } from '../../shared/texts/console.ts'
import classes from './bulk.module.css'
import { useClosedByLeaving } from './Dialog.tsx'

export interface BulkWork<T> {
  readonly title: string
  readonly items: readonly T[]
  nameOf(item: T): string
  act(item: T): Promise<unknown>
  /** Undoes `act` for one item. */
  undo?(item: T): Promise<unknown>
}

interface Bulk {
  readonly title: string
  readonly all: number
  readonly done: number
  readonly refused: readonly { readonly name: string; readonly why: string }[]
  readonly isRunning: boolean
  readonly isStopped: boolean
  readonly undo?: (() => void) | undefined
}

let bulk: Bulk | undefined
const watchers = new Set<() => void>()
const set = (next: Bulk | undefined) => {
  bulk = next
  for (const watcher of watchers) watcher()
}
const update = (change: Partial<Bulk>) => bulk && set({ ...bulk, ...change })

/** As many parallel requests as a browser can make without delaying the rest of the page. */
const lanes = 4

/** Resolves when all are done, refused or skipped after a stop. */
export async function runBulk<T>(work: BulkWork<T>): Promise<void> {
  const done: T[] = []
  set({ title: work.title, all: work.items.length, done: 0, refused: [], isRunning: true, isStopped: false })
  const waiting = [...work.items]
  const lane = async () => {
    while (waiting.length > 0 && !bulk?.isStopped) {
      const item = waiting.shift() as T
      try {
        await patiently(() => work.act(item))
        done.push(item)
        update({ done: done.length })
      } catch (error) {
        update({ refused: [...(bulk?.refused ?? []), { name: work.nameOf(item), why: sentenceOf(error) }] })
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const { undo } = work
  update({
    isRunning: false,
    ...(undo && done.length > 0 && { undo: () => void runBulk({ ...work, items: done, act: undo, undo: undefined }) }),
  })
  await queryClient.invalidateQueries()
}

const busyTries = 5

/**
 * After too many requests, and while it is busy, the server says how long to wait. An act that took effect although its
 * answer was "busy" is refused the second time, so nothing happens twice.
 */
async function patiently(act: () => Promise<unknown>): Promise<unknown> {
  for (let busy = 0; ; ) {
    try {
      return await act()
    } catch (error) {
      const isBusy = error instanceof Refused && error.status === 503 && ++busy < busyTries
      if (!isBusy && !(error instanceof Refused && error.status === 429)) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * 1000))
    }
  }
}

export function BulkDialog() {
  const now = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => bulk,
  )
  const close = () => {
    if (!bulk?.isRunning) set(undefined)
  }
  useClosedByLeaving(now !== undefined, close)
  if (!now) return null
  const { title, all, done, refused, isRunning, isStopped, undo } = now
  const finished = done + refused.length
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      withCloseButton={!isRunning}
      closeButtonProps={{ 'aria-label': words.bulk.close }}
    >
      <div className={classes.body} aria-live="polite">
        <Progress value={all === 0 ? 100 : (100 * finished) / all} size="lg" aria-label={title} />
        <p className={classes.line}>{isRunning ? words.bulk.progress(finished, all) : words.bulk.done(done)}</p>
        {isStopped && !isRunning && <p className={classes.line}>{words.bulk.stopped(all - finished)}</p>}
        {refused.length > 0 && (
          <>
            <p className={classes.line}>{words.bulk.failed(refused.length)}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
            <ul className={classes.refused} tabIndex={0}>
              {refused.map(({ name, why }) => (
                <li key={name}>
                  <strong>{name}</strong> {why}
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={classes.buttons}>
          {isRunning ? (
            <Button variant="default" onClick={() => update({ isStopped: true })}>
              {words.bulk.stop}
            </Button>
          ) : (
            <>
              {undo && (
                <Button variant="default" onClick={undo}>
                  {words.bulk.undo}
                </Button>
              )}
              <Button onClick={close}>{words.bulk.close}</Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  )
}

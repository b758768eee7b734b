/** Short messages about what was just done, with undo where possible. */
import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { sentenceOf } from '../../shared/api.ts'
import { CloseIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import classes from './toasts.module.css'

type Tone = 'good' | 'bad' | 'quiet'

interface Toast {
  readonly number: number
  readonly tone: Tone
  readonly text: string
  readonly undo?: (() => Promise<unknown>) | undefined
}

let shown: readonly Toast[] = []
let lastNumber = 0
const watchers = new Set<() => void>()
const set = (toasts: readonly Toast[]) => {
  shown = toasts
  for (const watcher of watchers) watcher()
}
const close = (number: number) => set(shown.filter((toast) => toast.number !== number))

interface ToastOptions {
  readonly tone?: Tone
  readonly undo?: () => Promise<unknown>
}

export function toast(text: string, options: ToastOptions = {}): void {
  set([...shown, { number: ++lastNumber, tone: options.tone ?? 'good', text, undo: options.undo }].slice(-4))
}

/** For actions without a place on the page to show their error. */
export const toastFailure = (error: unknown): void => toast(sentenceOf(error), { tone: 'bad' })

/** Reports the end of such an action; resolves to whether it succeeded. */
export async function toastResult(work: Promise<unknown>, done: string, options?: ToastOptions): Promise<boolean> {
  try {
    await work
    toast(done, options)
    return true
  } catch (error) {
    toastFailure(error)
    return false
  }
}

const useToasts = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => shown,
  )

export function Toasts() {
  const toasts = useToasts()
  return (
    <section className={classes.region} aria-label={words.toast.region} aria-live="polite">
      {toasts.map((one) => (
        <ToastCard key={one.number} {...one} />
      ))}
    </section>
  )
}

/** Enough time to read it and reach the button; errors stay until they are closed. */
const shownMilliseconds = 9_000

function ToastCard({ number, tone, text, undo }: Toast) {
  useEffect(() => {
    if (tone === 'bad') return
    const timer = setTimeout(() => close(number), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [number, tone])
  const takeBack = async () => {
    close(number)
    await toastResult(Promise.resolve(undo?.()), words.toast.undone, { tone: 'quiet' })
  }
  return (
    <div className={classes.toast} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <span className={classes.text}>{text}</span>
      {undo && (
        <Button variant="default" size="xs" onClick={() => void takeBack()}>
          {words.toast.undo}
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={words.toast.close} onClick={() => close(number)}>
        <CloseIcon />
      </ActionIcon>
    </div>
  )
}

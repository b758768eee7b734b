/**
 * The menu of a wide screen, in one line: what does not fit is behind a button. The account, its last entry, always
 * fits.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { texts } from '../../shared/texts/texts.ts'
import type { ClientRoute } from '../route.ts'
import { type Entry, fittingOf } from './menu.ts'
import { menuIcons } from './menu-icons.tsx'
import classes from './WideMenu.module.css'

const words = texts.client.menu

interface WideMenuProps {
  readonly entries: readonly Entry[]
  readonly view: ClientRoute['view']
}

export function WideMenu({ entries, view }: WideMenuProps) {
  const nav = useRef<HTMLElement>(null)
  const [fitting, setFitting] = useState(entries.length - 1)
  const [isOpen, setIsOpen] = useState(false)
  useLayoutEffect(() => {
    const element = nav.current
    if (!element) return
    const measure = () => {
      const widthOf = (address: string) =>
        element.querySelector<HTMLElement>(`[data-entry="${address}"]`)?.offsetWidth ?? 0
      const widths = entries.map(({ address }) => widthOf(address))
      const more = element.querySelector<HTMLElement>('[data-more]')?.offsetWidth ?? 0
      // Hidden on a phone.
      if (element.clientWidth > 0) setFitting(fittingOf(widths, element.clientWidth, more))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Fonts load after the first measurement.
    document.fonts?.ready.then(measure, () => {})
    measure()
    return () => observer.disconnect()
  }, [entries])
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a page closes the menu.
  useEffect(() => setIsOpen(false), [view])
  const link = ({ address, word, views }: Entry, isMeasured: boolean) => (
    <a
      key={address}
      href={address}
      aria-current={views.includes(view) ? 'page' : undefined}
      {...(isMeasured && { 'data-entry': address })}
      onClick={() => setIsOpen(false)}
    >
      {menuIcons[address]}
      {word}
    </a>
  )
  const left = entries.slice(fitting, -1)
  const last = entries.at(-1)
  return (
    <nav
      ref={nav}
      className={classes.menu}
      aria-label={words.label}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setIsOpen(false)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      {entries
        .slice(0, -1)
        .slice(0, fitting)
        .map((entry) => link(entry, true))}
      <div className={classes.spare} data-idle={left.length === 0 || undefined}>
        <button
          type="button"
          data-more
          aria-expanded={isOpen}
          data-here={left.some(({ views }) => views.includes(view)) || undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {words.more}
        </button>
        {isOpen && left.length > 0 && <div className={classes.list}>{left.map((entry) => link(entry, false))}</div>}
      </div>
      {last && link(last, true)}
      {/* Hidden, but measured: a wider window has space for them. */}
      <div className={classes.measure} aria-hidden inert>
        {left.map((entry) => link(entry, true))}
      </div>
    </nav>
  )
}

/** Search everywhere by keyboard: clients and units on the server, pages and actions in the list of pages. */
import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { go, to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import type { ConsolePage } from '../page.ts'
import { useMe } from '../session.ts'
import classes from './Palette.module.css'

interface Hit {
  readonly group: string
  readonly title: string
  readonly detail?: string
  readonly address: string
}

/** Pages whose words contain every word of the query. Pure. */
export function pageHits(pages: readonly ConsolePage[], text: string): readonly Hit[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  return pages
    .filter((page) => !page.path.includes(':'))
    .filter((page) => wanted.every((word) => `${page.title} ${page.also ?? ''}`.toLowerCase().includes(word)))
    .map((page) => ({
      group: page.menu ? words.palette.pages : words.palette.actions,
      title: page.title,
      address: `#${page.path}`,
    }))
}

const foundMax = 6

function useServerHits(text: string): { hits: readonly Hit[]; isAsking: boolean } {
  const isDealer = useMe().kind === 'dealer'
  const [q] = useDebouncedValue(text.trim(), 180)
  const isEnabled = isDealer && q.length >= 2
  const clients = useOperation('getAccounts', { q, limit: foundMax, fields: 'id,title' }, { isEnabled })
  const units = useOperation('getUnits', { q, limit: foundMax, fields: 'id,name,ident' }, { isEnabled })
  if (!isEnabled) return { hits: [], isAsking: false }
  return {
    isAsking: clients.isFetching || units.isFetching || q !== text.trim(),
    hits: [
      ...(clients.data ?? []).map(({ id, title }) => ({
        group: words.palette.clients,
        title,
        detail: String(id),
        address: to('/clients/:id', { id }),
      })),
      ...(units.data ?? []).map(({ id, name, ident }) => ({
        group: words.palette.units,
        title: name,
        detail: ident,
        address: to('/units/:id', { id }),
      })),
    ],
  }
}

export function Palette({ pages, close }: { pages: readonly ConsolePage[]; close: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const { hits: found, isAsking } = useServerHits(text)
  const hits = [...found, ...pageHits(pages, text)]
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text, another first hit.
  useEffect(() => setChosen(0), [text])
  useEffect(
    () => list.current?.querySelector(`[data-index="${chosen}"]`)?.scrollIntoView({ block: 'nearest' }),
    [chosen],
  )
  const open = (hit: Hit | undefined) => {
    if (!hit) return
    close()
    go(hit.address)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') open(hits[chosen])
    else if (step !== undefined && hits.length > 0) setChosen((chosen + step + hits.length) % hits.length)
    else return
    event.preventDefault()
  }
  const groups = [...new Set(hits.map((hit) => hit.group))]
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size="lg"
      yOffset="12vh"
      padding={0}
      title={words.palette.label}
      classNames={{ header: classes.header }}
    >
      <input
        className={classes.input}
        role="combobox"
        aria-label={words.palette.label}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={hits[chosen] && `${listId}-${chosen}`}
        placeholder={words.palette.placeholder}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKey}
      />
      <div ref={list} id={listId} className={classes.hits} role="listbox" aria-label={words.palette.label}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
          <div key={group} role="group" aria-label={group}>
            <p className={classes.group} aria-hidden="true">
              {group}
            </p>
            {hits.map((hit, index) =>
              hit.group === group ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys, as a combobox does.
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input.
                <div
                  key={hit.address}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  data-index={index}
                  className={classes.hit}
                  onClick={() => open(hit)}
                  onMouseMove={() => setChosen(index)}
                >
                  <span className={classes.title}>{hit.title}</span>
                  {hit.detail && <span className={classes.detail}>{hit.detail}</span>}
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
      <p className={classes.foot} role="status">
        {hits.length === 0 ? (isAsking ? words.palette.asking : words.palette.none) : words.palette.keys}
      </p>
    </Modal>
  )
}

/**
 * Words that people do not want to read, and what to write instead. Tests hold every text for people to this list: the
 * catalogues of the pages (`web/src/shared/texts/words.test.ts`), documents and the server's own sentences
 * (`server/words.test.ts`).
 */
export interface AvoidedWord {
  readonly word: RegExp
  readonly instead: string
}

/** Turns of phrase that no native speaker would choose. */
const english: readonly AvoidedWord[] = [
  { word: /\bwhoever\b|\bwhomever\b/i, instead: 'anyone who' },
  { word: /\bwhatever (is|happens|it)\b/i, instead: 'everything that' },
  { word: /\banew\b/i, instead: 'again' },
  { word: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { word: /\btell(s|ing)? of\b|\btold\b(?! apart)|\btelling\b/i, instead: 'report, notify, say' },
  { word: /\bstrangers?\b/i, instead: 'unknown device' },
  { word: /\b(needs?|need) (your|a) hand\b|\byour hand\b/i, instead: 'needs attention' },
  { word: /\b(on|by|in) a safe way\b/i, instead: 'over a secure channel' },
  { word: /\bnobody (was told|hears|was there)\b/i, instead: 'no one, or name what is missing' },
  { word: /\bhear(s|ing|d)?( of)?\b/i, instead: 'receive, detect, report' },
  { word: /\b(it|which|that) rests\b/i, instead: 'paused' },
  { word: /\b(is|are) made of\b|\bthat is to be\b|\bare to be\b/i, instead: 'a plain verb' },
  { word: /\bthereof\b|\btherein\b|\bthereby\b|\bherewith\b/i, instead: 'of it, in it' },
  { word: /\bkeeps? apart\b|\bstands? on it\b|\bcomes? along\b|\blays? down\b/i, instead: 'a plain verb' },
  { word: /\bgo(es)? on\b|\bwent on\b/i, instead: 'continue' },
  { word: /\bin good time\b|\bso far as\b/i, instead: 'early enough, as far as' },
  { word: /\bbeside\b/i, instead: 'next to, alongside' },
  { word: /\bmay be had\b|\b(is|are) spoken\b|\bspeaks? (another|the) protocol\b/i, instead: 'is available, uses' },
  { word: /\bhouses?\b(?! numbers?\b)|\bmouths?\b|\bdesks?\b|\bseats?\b/i, instead: 'the name of the thing' },
  { word: /\btidings\b|\bwish(es)?\b|\bhappenings?\b/i, instead: 'update, input, event' },
  { word: /\bturn(s|ed)? away\b/i, instead: 'reject' },
  { word: /\btak(e|en) (away|back)\b/i, instead: 'remove, withdraw' },
  { word: /\bfrom this moment\b|\bthis very\b/i, instead: 'at once' },
  { word: /\bthere is no such\b/i, instead: 'doesn’t exist' },
  { word: /\bof the old kind\b|\bof its own making\b/i, instead: 'a plain adjective' },
]

/** Each thing has one name for people, whatever a protocol or the API calls it. */
const englishNames: readonly AvoidedWord[] = [
  { word: /\blogs? (in|out)\b|\blogged (in|out)\b/i, instead: 'sign in, sign out' },
  { word: /\b[Ee]-mails?\b/, instead: 'email' },
  { word: /\b(a|the|by|of) mails?\b(?! server)|\bmails\b/i, instead: 'email' },
  { word: /\buser names?\b/i, instead: 'username' },
  { word: /\bsecond factor\b/i, instead: 'two-factor authentication' },
  { word: /\bservice mode\b/i, instead: 'support access' },
  { word: /\bcompany cards?\b/i, instead: 'company profile' },
  { word: /\bpayment information\b/i, instead: 'billing details' },
  { word: /\bservice providers?\b/i, instead: 'provider, dealer' },
  { word: /\blobby\b/i, instead: 'unclaimed devices' },
]

/** Habits of labels, buttons and short messages in pages. A longer text may have good reason for them. */
const englishLabels: readonly AvoidedWord[] = [
  { word: /\bsomebody\b/i, instead: 'someone' },
  { word: /\bonce more\b/i, instead: 'again' },
  { word: /\b(gave|given|giving) up\b/i, instead: 'failed' },
  { word: /\bby itself\b/i, instead: 'automatically' },
  { word: /\bis on its way\b/i, instead: 'sent' },
  { word: /^(What|Whose|Who|Why|How|Where|Which)\b[^?]*$/, instead: 'a noun as heading' },
  { word: /\bMake (the|a|an|one)\b/, instead: 'Create' },
  {
    word: /\b(is|are) (now )?(deleted|saved|set|changed|made|blocked|cancelled|moved)\.$/,
    instead: 'Deleted., Saved.',
  },
  { word: /\bId\b/, instead: 'ID' },
  { word: /\b(May|may) (not )?(read|look|use|see)\b/, instead: 'can' },
  { word: /\bnothing (here|more|is known|waits)\b/i, instead: 'name what is missing' },
  { word: /^(Please|please)\b/, instead: 'the request alone' },
]

const german: readonly AvoidedWord[] = [
  { word: /\bDienstleister/, instead: 'Anbieter' },
  { word: /\bServicemodus\b/, instead: 'Supportzugriff' },
  { word: /\bSchreiben Sie\b/, instead: 'Geben Sie … ein' },
  { word: /\bniemand\b/i, instead: 'was fehlt' },
  { word: /mit laufendem Motor/, instead: 'im Leerlauf' },
  { word: /Benachrichtigung/, instead: 'Meldung' },
  { word: /von selbst\b/, instead: 'automatisch' },
  { word: /sagt dasselbe in Worten/, instead: 'enthält dieselben Angaben' },
]

export const avoidedWords = { english, englishNames, englishLabels, german } as const

/** Each word to avoid in a text, with what to write instead. */
export function findAvoidedWords(text: string, list: readonly AvoidedWord[]): readonly string[] {
  return list.flatMap(({ word, instead }) => {
    const [found] = word.exec(text) ?? []
    return found === undefined ? [] : [`“${found}” → ${instead}`]
  })
}

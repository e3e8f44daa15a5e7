// The tokens that every contender lists. They are the same in every run: nothing is random.

/** The text to search for. Each further letter leaves fewer rows. */
const searched = 'deployer'
const words = [
  'daily desk depot deplete deplore deploy deployed deployer archive backup billing cache checkout ci crawler edge',
  'export feature gateway grafana import index invoice kiosk ledger mail metrics mirror nightly orders partner payment',
  'queue report search shop staging stock',
].flatMap((line) => line.split(' '))
const day = 24 * 60 * 60
const header = base64url({ alg: 'ES256', typ: 'JWT' })

/** How many rows are written at once. */
const most = 200

/**
 * `count` tokens in the form that a real server was seen to use: flags as 0 and 1, moments in seconds, a value in each
 * row.
 */
export function makeRows(count) {
  const rows = Array.from({ length: count }, (_, at) => rowAt(at))
  const places = new Map(rows.map(({ name }, at) => [name, at]))
  const pieceAt = (from) => {
    const text = JSON.stringify(rows.slice(from, from + most)).slice(1, -1)
    return Buffer.from(`${from === 0 ? '{"data":[' : ','}${text}${from + most >= count ? ']}' : ''}`)
  }
  const pieces = Array.from({ length: Math.ceil(count / most) }, (_, at) => pieceAt(at * most))
  return {
    /** The body of the list. */
    pieces,
    row: (name) => rows[places.get(name)],
    /** A text to search for, and the number of names that contain each prefix of it. */
    search: () => ({
      text: searched,
      counts: Array.from(
        searched,
        (_, at) => rows.filter(({ name }) => name.includes(searched.slice(0, at + 1))).length,
      ),
    }),
    /** False for an unknown name. */
    change({ name, active, write, expiration_date }) {
      const at = places.get(name)
      if (at === undefined) return false
      const updated_at = Math.floor(Date.now() / 1000)
      Object.assign(rows[at], { expiration_date, active: Number(active), write: Number(write), updated_at })
      const piece = Math.floor(at / most)
      pieces[piece] = pieceAt(piece * most)
      return true
    },
  }
}

function nameAt(at) {
  const mixed = mix(at)
  const first = words[mixed % words.length]
  const second = words[(mixed >>> 8) % words.length]
  return `${first}-${second}-${String(at).padStart(6, '0')}`
}

function rowAt(at) {
  const name = nameAt(at)
  const mixed = mix(at + 1e6)
  const created = 1_790_000_000 + (mixed % (40 * day))
  const expires = 1_810_000_000 + (mixed % (300 * day))
  const body = base64url({ iss: 'token', sub: name, iat: created, exp: expires })
  return {
    id: at + 1,
    name,
    token: `${header}.${body}.${signature(at)}`,
    expiration_date: expires,
    active: mixed % 16 === 0 ? 0 : 1,
    write: mixed % 3 === 0 ? 1 : 0,
    created_at: created,
    updated_at: created,
  }
}

/** 64 bytes, different in each row. */
function signature(at) {
  const bytes = Buffer.alloc(64)
  for (let word = 0; word < 16; word += 1) bytes.writeUInt32LE(mix(at * 16 + word + 7), word * 4)
  return bytes.toString('base64url')
}

function base64url(claims) {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}

/** A pseudo-random number from 0 to 2^32 − 1, always the same for `number` (the finalizer of MurmurHash3). */
function mix(number) {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const any = (bits: number) => Math.floor(Math.random() * 2 ** bits);
const anyV4 = () => [any(8), any(8), any(8), any(8)].join('.');
const group = () => any(16).toString(16);

/** Only the part that the trusted proxy adds is true. */
const V4: ((real: string) => string)[] = [
  (real) => real,
  (real) => `${anyV4()}, ${real}`,
  (real) => `${anyV4()},${anyV4()} ,, ${real}`,
  (real) => `2001:db8:${group()}::1, ${real}`,
  (real) => `garbage, ${'x'.repeat(200)}, "'><, ${real}`,
  (real) => `127.0.0.1, ${anyV4()}, ${real}`,
  (real) => `${real}, 127.0.0.1`,
  (real) => `${anyV4()}, ${real}, 127.9.8.7, ::1`,
  (real) => `${real}:${any(16)}`,
  (real) => `${anyV4()}, ${real}:${any(16)}, 127.0.0.1:80`,
  (real) => `::ffff:${real}`,
  (real) => `::FFFF:${real}`,
  (real) => `[::ffff:${real}]:${any(16)}`,
];

/** One caller has a whole /64. */
const V6: ((net: string) => string)[] = [
  (net) => `${net}:${group()}:${group()}:${group()}:${group()}`,
  (net) => `${net}::${group()}`,
  (net) => `${net.toUpperCase()}:${group()}:${group()}:${group()}:${group()}`,
  (net) => `[${net}:${group()}::${group()}]:${any(16)}`,
  (net) => `${anyV4()}, ${net}:${group()}::1, ::1`,
];

export type Disguise = () => { key: string; forwardedFor: string };

const pick = <One>(all: readonly One[]): One => all[Math.floor(Math.random() * all.length)] as One;

export const disguised =
  (nth: number): Disguise =>
  () =>
    any(1)
      ? { key: 'IPv4', forwardedFor: pick(V4)(`203.0.113.${nth}`) }
      : { key: 'IPv6', forwardedFor: pick(V6)(`2001:db8:77:${(0xa00 + nth).toString(16)}`) };

export const forged: Disguise = () => ({
  key: 'socket',
  forwardedFor: pick([
    anyV4(),
    `${anyV4()}, ${anyV4()}`,
    `2001:db8:${group()}:${group()}::1`,
    `${anyV4()}, 127.0.0.1`,
  ]),
});

let addresses = 0;
export const rotating: Disguise = () => {
  addresses++;
  return {
    key: 'account',
    forwardedFor: `2001:db8:${(addresses & 0xffff).toString(16)}:${(addresses >> 16).toString(16)}::1`,
  };
};

export const oneAddress =
  (address: string): Disguise =>
  () => ({ key: address, forwardedFor: pick(V4)(address) });

export const oneNetwork: Disguise = () =>
  any(1)
    ? { key: 'IPv4 network', forwardedFor: pick(V4)(`198.51.100.${any(8)}`) }
    : { key: 'IPv6 network', forwardedFor: pick(V6)('2001:db8:77:fff') };

/** The constructors through which a page reaches others on the network, past its content security policy. */
const CONSTRUCTORS = ['RTCPeerConnection', 'webkitRTCPeerConnection'];

/** Takes the page's way to connect to other machines by WebRTC from it; to be called before anything else runs. */
export function giveUpPeerConnections(): void {
  for (const name of CONSTRUCTORS) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
  }
}
